import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { StorageState } from '../../../src/contract/local-storage.ts';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { formatBytes, formatCount, formatNumberOf, formatPercent, percentOf } from '../../lib/format.ts';
import { useChange } from '../../lib/queries.ts';

interface MoveProgressProps {
  move: NonNullable<StorageState['move']>;
  /** The folder where everything lies if nothing else was said. */
  home: string;
}

/** How far everything is on its way to another folder, or why it stands still. */
export function MoveProgress({ move, home }: MoveProgressProps) {
  const { from, to, state, message, files_done, files_total, bytes_done, bytes_total } = move;
  const goOn = useChange('storage', (node) => node.moveStorage(to === home ? null : to));
  const turnBack = useChange('storage', (node) => node.turnBackMove());
  const share = bytes_total > 0 ? bytes_done / bytes_total : files_total > 0 ? files_done / files_total : 0;
  const failed = state === 'failed';
  return (
    <Stack gap="md">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        Everything stored is on its way from {from} to {to}.
      </Text>
      {failed ? (
        <Alert color="red" title="It stands still" icon={<IconAlertTriangle aria-hidden />}>
          {message}
        </Alert>
      ) : (
        <Text size="sm" c="dimmed">
          Your node goes on working meanwhile. If it is interrupted, it goes on at the next start.
        </Text>
      )}
      <Stack gap={4}>
        <Progress value={percentOf(share, 1)} size="lg" aria-label="Move of everything stored" />
        <Text size="sm">
          {formatCount(files_done)} of {formatNumberOf(files_total, 'file', 'files')} ·{' '}
          {formatBytes(bytes_done)} of {formatBytes(bytes_total)} · {formatPercent(share)}
        </Text>
      </Stack>
      {goOn.isError && <ProblemAlert error={goOn.error} onClose={goOn.reset} />}
      {turnBack.isError && <ProblemAlert error={turnBack.error} onClose={turnBack.reset} />}
      <Group gap="sm">
        {failed && (
          <Button loading={goOn.isPending} onClick={() => goOn.mutate(undefined)}>
            Try again
          </Button>
        )}
        <Button variant="default" loading={turnBack.isPending} onClick={() => turnBack.mutate(undefined)}>
          Turn back
        </Button>
      </Group>
    </Stack>
  );
}
