import { Alert, Anchor, Badge, DataList, Group, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconShieldExclamation } from '@tabler/icons-react';
import { Link } from 'react-router';
import { type LocalPeer, postPeerKey } from '../../../../src/contract/dashboard-api/peers.ts';
import { useChange } from '../../../lib/api/use-change.ts';
import { hostName } from '../../../lib/format/host-name.ts';
import { t } from '../../../lib/i18n/language.ts';
import { NodeMessage } from '../../../ui/feedback/node-message.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { ChangeButton } from '../../../ui/forms/change-button.tsx';
import { Subsection } from '../../../ui/layout/subsection.tsx';
import { CopyableValue } from '../../../ui/values/copyable-value.tsx';
import { Fact } from '../../../ui/values/fact.tsx';
import { Note } from '../../../ui/values/texts.ts';
import { PeerActions } from '../peer-actions.tsx';
import { sourceLabel, stateLabel } from '../peer-labels.ts';
import { useNetworkMap, usePeerHistory } from '../peer-queries.ts';
import { StateMark } from '../state-mark.tsx';
import { usePeerPath } from '../use-open-peer.ts';
import { LatencyChart } from './latency-chart.tsx';
import { PeerExchange, PeerIdentity } from './peer-facts.tsx';
import { PeerTrouble } from './peer-trouble.tsx';

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
        <Subsection title={t('peers.details.wrong')}>
          <PeerTrouble failure={peer.failure} peer={peer} />
        </Subsection>
      )}
      <Subsection title={t('peers.details.history')}>
        <QueryState query={history} height={150} loadingLabel={t('peers.details.loadingHistory')}>
          {({ latencies }) => <LatencyChart latencies={latencies} />}
        </QueryState>
      </Subsection>
      <Subsection title={t('peers.details.exchange')}>
        <PeerExchange peer={peer} />
      </Subsection>
      <Subsection title={t('peers.details.identity')}>
        <PeerIdentity peer={peer} />
      </Subsection>
      <PeerAcquaintances host={peer.host} />
    </Stack>
  );
}

/** Lists the nodes that named this peer, and the nodes that it named. */
function PeerAcquaintances({ host }: { host: string }) {
  const links = useNetworkMap().data?.links ?? [];
  return (
    <>
      <Hosts
        title={t('peers.acquaintances.namedBy')}
        hosts={links.filter(({ to }) => to === host).map(({ from }) => from)}
      />
      <Hosts
        title={t('peers.acquaintances.names')}
        hosts={links.filter(({ from }) => from === host).map(({ to }) => to)}
      />
    </>
  );
}

const maxShown = 20;

function Hosts({ title, hosts }: { title: string; hosts: string[] }) {
  const addressOf = usePeerPath();
  if (hosts.length === 0) return null;
  const hidden = hosts.length - maxShown;
  return (
    <Subsection title={title}>
      <List size="sm">
        {hosts.slice(0, maxShown).map((each) => (
          <List.Item key={each}>
            <Anchor component={Link} to={addressOf(each)} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {hostName(each)}
            </Anchor>
          </List.Item>
        ))}
      </List>
      {hidden > 0 && <Note>{t('common.andMore', { count: hidden })}</Note>}
    </Subsection>
  );
}

interface KeyChangeProps {
  host: string;
  /** The pinned key. */
  pinned: string | null;
  /** The key that the host uses now. */
  offered: string;
}

/** Shows that a host uses another key than the pinned one, and offers to trust the new key. */
function KeyChange({ host, pinned, offered }: KeyChangeProps) {
  const accept = useChange('peers', (node) =>
    node.call(postPeerKey, { body: { host, public_key: offered } }),
  );
  const question = {
    title: t('peers.keyChange.ask.title'),
    text: t('peers.keyChange.ask.text', { host }),
    confirm: t('peers.keyChange.ask.confirm'),
    danger: true,
  };
  return (
    <Alert
      role="note"
      color="red"
      title={t('peers.keyChange.title')}
      icon={<IconShieldExclamation aria-hidden />}
    >
      <Stack gap="sm">
        <Text size="sm">{t('peers.keyChange.text')}</Text>
        <DataList orientation="vertical" gap="xs">
          {pinned !== null && (
            <Fact label={t('peers.keyChange.known')}>
              <CopyableValue value={pinned} valueName={t('peers.keyChange.knownWhat')} />
            </Fact>
          )}
          <Fact label={t('peers.keyChange.new')}>
            <CopyableValue value={offered} valueName={t('peers.keyChange.newWhat')} />
          </Fact>
        </DataList>
        <ChangeButton change={accept} question={question} color="red.9" style={{ alignSelf: 'flex-start' }}>
          {t('peers.keyChange.accept')}
        </ChangeButton>
      </Stack>
    </Alert>
  );
}
