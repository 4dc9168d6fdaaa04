import { Box, Button, Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RecoveryState } from '../../../src/contract/recovery.ts';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useNode } from '../../lib/node-context.tsx';
import { tallyWords } from '../../lib/recovery-words.ts';
import { CheckRecoveryForm } from './check-recovery-form.tsx';
import { MakeRecoveryForm } from './make-recovery-form.tsx';

/** The recovery file: what it is for, when it was last made and tried, and what is not in it. */
export function RecoveryCard() {
  const node = useNode();
  const { data, error, refetch } = useQuery({
    queryKey: ['storage', 'recovery'],
    queryFn: ({ signal }) => node.recovery(signal),
    // Much of what it counts is told as a change of something else.
    staleTime: 0,
  });
  const [form, setForm] = useState<'make' | 'check'>();
  const close = () => setForm(undefined);
  return (
    <SectionCard title="Recovery file">
      <Text size="sm">
        If this machine is lost, one small file and its passphrase bring your node back on another one: its
        identity, its wallet, the keys and receipts of what you bought and sold, and your settings. Files that
        you only store here are not in it.
      </Text>
      {error && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {data && <RecoveryTimes state={data} />}
      {form === undefined && (
        <Group gap="sm">
          <Button onClick={() => setForm('make')}>Make a recovery file…</Button>
          <Button variant="default" onClick={() => setForm('check')}>
            Rehearse…
          </Button>
        </Group>
      )}
      {form === 'make' && <MakeRecoveryForm onClose={close} />}
      {form === 'check' && <CheckRecoveryForm onClose={close} />}
      <RecoveryHelp />
    </SectionCard>
  );
}

function RecoveryTimes({ state }: { state: RecoveryState }) {
  const lacking = tallyWords(state.tallies, 'lacking');
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {state.made_at === null ? (
          'No recovery file has been made yet.'
        ) : (
          <>
            Last made <RelativeTime at={state.made_at} side="past" />.
          </>
        )}{' '}
        {state.checked_at !== null && (
          <>
            Last rehearsed <RelativeTime at={state.checked_at} side="past" />, and it passed.
          </>
        )}
        {state.made_at !== null && state.checked_at === null && 'Not rehearsed yet.'}
      </Text>
      {lacking.length > 0 && (
        <Text size="sm" role="status" c="var(--mantine-color-error)">
          New or changed since, so not in it: {lacking.join(', ')}.
        </Text>
      )}
    </Stack>
  );
}

function RecoveryHelp() {
  return (
    <Box component="details">
      <Text component="summary" size="sm" style={{ cursor: 'pointer' }}>
        Restoring, a lost passphrase, and starting anew
      </Text>
      <List size="sm" spacing={4} mt={4}>
        <List.Item>
          To restore, start Alcove on the new machine: as long as it has not been used there, its overview
          offers “I have a recovery file”. What your wallet has licences for is fetched again.
        </List.Item>
        <List.Item>
          Without the passphrase nobody can open the file, and nobody can reset it. As long as this machine is
          well, make a new file with another one.
        </List.Item>
        <List.Item>
          A new passphrase does not change the keys. If somebody may have the file and its passphrase, they
          can be your node: move the money out of its wallet, and start with a new data folder.
        </List.Item>
        <List.Item>
          A new data folder is a new node, with a new key and wallet. Others who know the old one will be
          warned of the new key, and licences stay with the old wallet.
        </List.Item>
      </List>
    </Box>
  );
}
