import { Alert, Badge, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { LocalPeer } from '../../../../src/contract/dashboard-api/peers.ts';
import { t } from '../../../lib/i18n/language.ts';
import { NodeMessage } from '../../../ui/feedback/node-message.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { Part } from '../../../ui/layout/part.tsx';
import { Note } from '../../../ui/values/texts.ts';
import { PeerActions } from '../peer-actions.tsx';
import { sourceLabel, stateLabel } from '../peer-labels.ts';
import { usePeerHistory } from '../peer-queries.ts';
import { StateMark } from '../state-mark.tsx';
import { KeyChange } from './key-change.tsx';
import { LatencyChart } from './latency-chart.tsx';
import { PeerAcquaintances } from './peer-acquaintances.tsx';
import { PeerExchange, PeerIdentity } from './peer-facts.tsx';
import { PeerTrouble } from './peer-trouble.tsx';

/** Shows the details of a peer. */
export function PeerDetails({ peer }: { peer: LocalPeer }) {
  const { label, color, explanation } = stateLabel(peer.state);
  const history = usePeerHistory(peer.host);
  return (
    <Stack gap="lg" pb="lg">
      <Stack gap="xs">
        <Group gap={8}>
          <StateMark state={peer.state} />
          <Badge color={color}>{label}</Badge>
          <Note>{sourceLabel(peer.source)}</Note>
        </Group>
        <Text size="sm">{explanation}</Text>
        <Group>
          <PeerActions peer={peer} />
        </Group>
      </Stack>
      {peer.warning !== null && (
        <Alert role="note" color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          <NodeMessage message={peer.warning} />
        </Alert>
      )}
      {peer.state === 'key_changed' && peer.offered_key !== null && (
        <KeyChange host={peer.host} pinned={peer.public_key} offered={peer.offered_key} />
      )}
      {peer.failure !== null && peer.state !== 'key_changed' && (
        <Part title={t('peers.details.wrong')}>
          <PeerTrouble failure={peer.failure} peer={peer} />
        </Part>
      )}
      <Part title={t('peers.details.history')}>
        <QueryState query={history} height={150} loading={t('peers.details.loadingHistory')}>
          {({ latencies }) => <LatencyChart latencies={latencies} />}
        </QueryState>
      </Part>
      <Part title={t('peers.details.exchange')}>
        <PeerExchange peer={peer} />
      </Part>
      <Part title={t('peers.details.identity')}>
        <PeerIdentity peer={peer} />
      </Part>
      <PeerAcquaintances host={peer.host} />
    </Stack>
  );
}
