import { Alert, Button, FileInput, Group, List, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Trans } from 'react-i18next';
import type { RecoveryCheck } from '../../../src/contract/recovery.ts';
import { NodeWords } from '../../components/node-words.tsx';
import { RecoveryProblem } from '../../components/recovery-problem.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { t } from '../../lib/language.ts';
import { useChange } from '../../lib/queries.ts';
import { tallyWords } from '../../lib/recovery-words.ts';

/** The rehearsal: opens a recovery file, and shows what it would bring back. */
export function CheckRecoveryForm({ onClose }: { onClose(): void }) {
  const [file, setFile] = useState<File | null>(null);
  const [passphrase, setPassphrase] = useState('');
  const check = useChange('storage', (node, request: { file: File; passphrase: string }) =>
    node.checkRecovery(request),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file) check.mutate({ file, passphrase });
  };
  return (
    <Stack component="form" gap="sm" onSubmit={submit} aria-label={t('storage.recovery.check.label')}>
      <FileInput
        label={t('storage.recovery.check.file')}
        placeholder={t('storage.recovery.check.choose')}
        value={file}
        onChange={setFile}
      />
      <PasswordInput
        label={t('storage.recovery.check.passphrase')}
        autoComplete="off"
        value={passphrase}
        onChange={(event) => setPassphrase(event.currentTarget.value)}
      />
      {check.isError && <RecoveryProblem error={check.error} onClose={check.reset} />}
      {check.data && <Outcome check={check.data} />}
      <Group gap="sm">
        <Button type="submit" loading={check.isPending} disabled={!file || passphrase === ''}>
          {t('storage.recovery.check.button')}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          {t('common.close')}
        </Button>
      </Group>
    </Stack>
  );
}

function Outcome({ check }: { check: RecoveryCheck }) {
  const { problems, made_at: at, tallies } = check;
  if (problems.length > 0) {
    return (
      <Alert color="red" role="status" title={t('storage.recovery.check.failed')}>
        {problems.map((problem) => (
          <Text size="sm" key={problem} style={{ overflowWrap: 'anywhere' }}>
            <NodeWords>{problem}</NodeWords>
          </Text>
        ))}
      </Alert>
    );
  }
  const held = tallyWords(tallies, 'in_file');
  return (
    <Alert color="green" role="status" title={t('storage.recovery.check.passed')}>
      <Text size="sm">
        <Trans
          i18nKey={
            held.length > 0 ? 'storage.recovery.check.passedWith' : 'storage.recovery.check.passedAlone'
          }
          components={{ time: <RelativeTime at={at} side="past" /> }}
        />
      </Text>
      <List size="sm">
        {held.map((words) => (
          <List.Item key={words}>{words}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
