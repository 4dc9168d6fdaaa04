import { Badge, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { MarkedText } from '../../components/marked-text.tsx';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { openDialog } from '../../lib/dialogs.ts';
import { formatExactTime } from '../../lib/format.ts';
import { useNode } from '../../lib/node-context.tsx';
import { useCopy } from '../../lib/use-copy.ts';
import { byUrgency, type Check, outcomeWords, resultWords, selfTestText } from './self-test-words.ts';

/** Has the node check itself, and shows what it found. */
export function openSelfTest(): void {
  openDialog({ title: 'Check this node', size: 'lg', children: <SelfTestDialog /> });
}

function SelfTestDialog() {
  const node = useNode();
  const copy = useCopy();
  const { mutate: run, data, error, isPending } = useMutation({ mutationFn: () => node.selfTest() });
  useEffect(() => run(), [run]);

  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        {data && !isPending && `${outcomeWords(data.checks)} Checked ${formatExactTime(data.checked_at)}.`}
        {isPending &&
          'Your node checks its store, its addresses, its clock and its peers. This takes up to 15 seconds.'}
      </Text>
      {isPending && <Progress value={100} animated aria-label="Checking" />}
      {error && !isPending && <ProblemAlert error={error} onRetry={run} />}
      {data && !isPending && (
        <>
          <Stack
            component="ul"
            gap="md"
            p={0}
            m={0}
            style={{ listStyle: 'none' }}
            aria-label="What was checked"
          >
            {byUrgency(data.checks).map((check) => (
              <CheckItem key={check.id} check={check} />
            ))}
          </Stack>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={() => copy(selfTestText(data), 'The outcome was copied.')}>
              Copy as text
            </Button>
            <Button variant="default" onClick={() => run()}>
              Check again
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}

function CheckItem({ check: { title, result, detail, remedy } }: { check: Check }) {
  const { label, color } = resultWords(result);
  return (
    <Stack component="li" gap={2}>
      <Group gap={8}>
        <Badge color={color}>{label}</Badge>
        <Text size="sm" fw={600}>
          {title}
        </Text>
      </Group>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <MarkedText text={detail} />
      </Text>
      {remedy !== null && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Text span inherit fw={600}>
            What to do:
          </Text>{' '}
          <MarkedText text={remedy} />
        </Text>
      )}
    </Stack>
  );
}
