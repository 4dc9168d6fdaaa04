import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { StorageState } from '../../../src/contract/local-storage.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { formatCount, formatNumberOf, percentOf } from '../../lib/format.ts';
import { notifyProblem } from '../../lib/notify-problem.tsx';
import { useChange } from '../../lib/queries.ts';

/** Whether everything stored is whole: how far the check is, when it was done, and what was found. */
export function CheckCard({ check, damages }: Pick<StorageState, 'check' | 'damages'>) {
  const begin = useChange('storage', (node) => node.startCheck());
  const end = useChange('storage', (node) => node.endCheck());
  const canEnd = check.state === 'running' && check.asked;
  return (
    <SectionCard
      title="Is everything in order?"
      aside={
        canEnd ? (
          <Button
            size="xs"
            variant="default"
            loading={end.isPending}
            onClick={() => end.mutate(undefined, { onError: notifyProblem })}
          >
            Stop the check
          </Button>
        ) : (
          <Button
            size="xs"
            variant="default"
            loading={begin.isPending}
            onClick={() => begin.mutate(undefined, { onError: notifyProblem })}
          >
            Check now
          </Button>
        )
      }
    >
      <Text size="sm">
        Disks forget now and then. Your node reads what it stores again from time to time, and fetches from
        other nodes what is no longer as it was.
      </Text>
      {check.state === 'running' && <CheckProgress check={check} />}
      <CheckTimes check={check} />
      {damages.length > 0 ? (
        <Damages damages={damages} />
      ) : (
        <Group gap="xs" wrap="nowrap">
          <IconCircleCheck size={20} stroke={1.7} color="var(--mantine-color-green-7)" aria-hidden />
          <Text size="sm">No damage is known.</Text>
        </Group>
      )}
    </SectionCard>
  );
}

function CheckProgress({ check: { verified, contents } }: Pick<StorageState, 'check'>) {
  return (
    <Stack gap={4}>
      <Progress
        value={contents > 0 ? percentOf(verified, contents) : 100}
        size="sm"
        aria-label="Check of everything stored"
      />
      <Text size="sm">
        {formatCount(Math.min(verified, contents))} of {formatNumberOf(contents, 'file', 'files')} checked
      </Text>
    </Stack>
  );
}

function CheckTimes({ check: { state, finished_at: finished, next_at: next } }: Pick<StorageState, 'check'>) {
  return (
    <Text size="sm" c="dimmed">
      {finished === null ? (
        'Not everything has been checked yet.'
      ) : (
        <>
          Everything was checked <RelativeTime at={finished} side="past" />.
        </>
      )}
      {next !== null && (
        <>
          {' '}
          The next check begins <RelativeTime at={next} side="future" />.
        </>
      )}
      {state === 'off' && ' By itself it is switched off (the setting storage.check_bytes_per_s is 0).'}
    </Text>
  );
}

function Damages({ damages }: Pick<StorageState, 'damages'>) {
  return (
    <Stack gap="sm">
      <Text size="sm" fw={500} c="var(--mantine-color-error)" role="status">
        {formatNumberOf(damages.length, 'file is', 'files are')} not in order
      </Text>
      <Stack component="ul" gap="sm" p={0} m={0} aria-label="Damaged files" style={{ listStyle: 'none' }}>
        {damages.map(({ content_id: id, name, problem, found_at: at, message, next_attempt: next }) => (
          <Stack component="li" key={id} gap={0}>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {name}:{' '}
              {problem === 'missing' ? 'its file is missing' : 'its file is damaged and was put aside'}, found{' '}
              <RelativeTime at={at} side="past" />
            </Text>
            <Text size="sm" c="dimmed">
              {message}
              {next !== null && (
                <>
                  {' '}
                  Other nodes are asked again <RelativeTime at={next} side="future" />.
                </>
              )}
            </Text>
          </Stack>
        ))}
      </Stack>
    </Stack>
  );
}
