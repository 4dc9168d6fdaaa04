import { Alert, Button, FileInput, Group, List, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { RecoveryCheck } from '../../../src/contract/recovery.ts';
import { RecoveryProblem } from '../../components/recovery-problem.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
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
    <Stack component="form" gap="sm" onSubmit={submit} aria-label="Rehearse with a recovery file">
      <FileInput label="Recovery file" placeholder="Choose the file" value={file} onChange={setFile} />
      <PasswordInput
        label="Its passphrase"
        autoComplete="off"
        value={passphrase}
        onChange={(event) => setPassphrase(event.currentTarget.value)}
      />
      {check.isError && <RecoveryProblem error={check.error} onClose={check.reset} />}
      {check.data && <Outcome check={check.data} />}
      <Group gap="sm">
        <Button type="submit" loading={check.isPending} disabled={!file || passphrase === ''}>
          Rehearse
        </Button>
        <Button variant="subtle" onClick={onClose}>
          Close
        </Button>
      </Group>
    </Stack>
  );
}

function Outcome({ check }: { check: RecoveryCheck }) {
  const { problems, made_at: at, tallies } = check;
  if (problems.length > 0) {
    return (
      <Alert color="red" role="status" title="It would not bring this node back">
        {problems.map((problem) => (
          <Text size="sm" key={problem} style={{ overflowWrap: 'anywhere' }}>
            {problem}
          </Text>
        ))}
      </Alert>
    );
  }
  return (
    <Alert color="green" role="status" title="Passed">
      <Text size="sm">
        Made <RelativeTime at={at} side="past" />, it would bring back this node and its wallet
        {tallies.some(({ in_file: count }) => count > 0) ? ', and' : '.'}
      </Text>
      <List size="sm">
        {tallyWords(tallies, 'in_file').map((words) => (
          <List.Item key={words}>{words}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
