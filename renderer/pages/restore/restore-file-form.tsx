import { Button, FileInput, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { RestorePreview } from '../../../src/contract/recovery.ts';
import { RecoveryProblem } from '../../components/recovery-problem.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { t } from '../../lib/language.ts';
import { useChange } from '../../lib/queries.ts';
import type { OpenedRecovery } from '../../lib/recovery-calls.ts';

interface RestoreFileFormProps {
  onOpened(opened: OpenedRecovery, preview: RestorePreview): void;
}

/** Asks for the file and its passphrase, and opens it without changing anything. */
export function RestoreFileForm({ onOpened }: RestoreFileFormProps) {
  const [file, setFile] = useState<File | null>(null);
  const [passphrase, setPassphrase] = useState('');
  const look = useChange('storage', (node, opened: OpenedRecovery) => node.previewRestore(opened));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!file || passphrase === '' || look.isPending) return;
    const opened = { file, passphrase };
    look.mutate(opened, { onSuccess: (preview) => onOpened(opened, preview) });
  };
  return (
    <SectionCard title={t('restore.file.title')}>
      <Stack component="form" gap="sm" onSubmit={submit} aria-label={t('restore.file.title')}>
        <Text size="sm">{t('restore.file.text')}</Text>
        <FileInput
          label={t('restore.file.label')}
          placeholder={t('restore.file.placeholder')}
          value={file}
          onChange={setFile}
        />
        <PasswordInput
          label={t('restore.file.passphrase')}
          autoComplete="off"
          value={passphrase}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
        {look.isError && <RecoveryProblem error={look.error} onClose={look.reset} />}
        <Group>
          <Button type="submit" loading={look.isPending} disabled={!file || passphrase === ''}>
            {t('restore.file.look')}
          </Button>
        </Group>
      </Stack>
    </SectionCard>
  );
}
