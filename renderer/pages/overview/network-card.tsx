import { Anchor, Badge, Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Overview } from '../../../src/contract/local.ts';
import { PauseSwitch } from '../../components/pause-switch.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { askFirst } from '../../lib/ask-first.tsx';
import { formatCount, formatNumberOf } from '../../lib/format.ts';
import { useSync } from '../../lib/network-queries.ts';
import { notifyProblem } from '../../lib/notify-problem.tsx';
import { syncWords } from '../../lib/pause-words.ts';
import { useChange } from '../../lib/queries.ts';

/** How this node stands in its network. */
export function NetworkCard({ network }: { network: Overview['network'] }) {
  const sync = useSync().data;
  const practising = network.mode === 'practice';
  return (
    <SectionCard
      title="Network"
      aside={
        <Group gap="sm">
          {practising && <Badge color="blue">Practice network</Badge>}
          <Anchor component={Link} to="/peers" size="sm">
            Show the peers
          </Anchor>
        </Group>
      }
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {network.peers === 0
            ? 'No other node is known yet.'
            : `${formatCount(network.reachable_peers)} of ${formatNumberOf(network.peers, 'peer', 'peers')} reachable`}
        </Text>
        {practising && <StopPractising />}
      </Group>
      {sync && <Text size="sm">{syncWords(sync)}</Text>}
      <PauseSwitch />
    </SectionCard>
  );
}

function StopPractising() {
  const stop = useChange('ready', (node) => node.stopPractice());
  const ask = () =>
    askFirst({
      title: 'Stop practising?',
      text: 'The practice node on this computer ends and is taken off your peers. Your files stay where they are.',
      confirm: 'Stop practising',
      cancel: 'Keep practising',
      onConfirm: () => stop.mutate(undefined, { onError: notifyProblem }),
    });
  return (
    <Button size="xs" variant="default" loading={stop.isPending} onClick={ask}>
      Stop practising
    </Button>
  );
}
