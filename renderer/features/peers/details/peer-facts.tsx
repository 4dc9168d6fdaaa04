import { Code, DataList, Group } from '@mantine/core';
import { Trans } from 'react-i18next';
import type { SyncState } from '../../../../src/contract/dashboard-api/discovery.ts';
import type { LocalPeer } from '../../../../src/contract/dashboard-api/peers.ts';
import { formatBytes, formatLatency } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/language.ts';
import { NodeMessage } from '../../../ui/feedback/node-message.tsx';
import { CopyableValue } from '../../../ui/values/copyable-value.tsx';
import { Fact } from '../../../ui/values/fact.tsx';
import { RelativeTime } from '../../../ui/values/relative-time.tsx';
import { useSync } from '../../network-activity/index.ts';

/** Shows the traffic with a peer, and the number of its contents. */
export function PeerExchange({ peer: { host, exchanged, contents } }: { peer: LocalPeer }) {
  const synced = useSync().data?.nodes.find((node) => node.host === host);
  return (
    <DataList labelWidth="8.5rem">
      <Fact label={t('peers.exchange.handshakesLabel')}>
        {t('common.times', { count: exchanged.handshakes })}
      </Fact>
      <Fact label={t('monitoring.traffic.received')}>
        {bytesLabel(exchanged.received_bytes, exchanged.fetched_contents)}
      </Fact>
      <Fact label={t('monitoring.traffic.sent')}>
        {bytesLabel(exchanged.sent_bytes, exchanged.shared_contents)}
      </Fact>
      <Fact label={t('peers.exchange.hasLabel')}>
        {contents === null ? t('peers.exchange.doesNotSay') : t('common.files', { count: contents })}
      </Fact>
      {synced && (
        <Fact label={t('peers.exchange.knownLabel')}>
          <KnownText synced={synced} />
          {synced.message !== null && (
            <div>
              <NodeMessage message={synced.message} />
            </div>
          )}
        </Fact>
      )}
    </DataList>
  );
}

function bytesLabel(bytes: number, contents: number): string {
  const size = formatBytes(bytes);
  return contents === 0 ? size : t('peers.exchange.withFiles', { size, count: contents });
}

/** Shows how much of a peer's list is in the remote index, and its age. */
function KnownText({ synced }: { synced: SyncState['nodes'][number] }) {
  const { contents: count, synced_at: at, behind } = synced;
  if (at === null) return t(behind ? 'peers.exchange.knownMore' : 'peers.exchange.known', { count });
  return (
    <Trans
      i18nKey={behind ? 'peers.exchange.knownReadMore' : 'peers.exchange.knownRead'}
      count={count}
      components={{ time: <RelativeTime at={at} direction="past" /> }}
    />
  );
}

/** Shows address, key and version of a peer, and the time of the last contact. */
export function PeerIdentity({ peer }: { peer: LocalPeer }) {
  return (
    <DataList labelWidth="8.5rem">
      <Fact label={t('peers.facts.address')}>
        <CopyableValue value={peer.host} valueName={t('peers.what.address')} />
      </Fact>
      {peer.public_key !== null && (
        <Fact label={t('peers.facts.publicKey')}>
          <CopyableValue value={peer.public_key} valueName={t('peers.what.publicKey')} />
        </Fact>
      )}
      <Fact label={t('peers.facts.version')}>{peer.version ?? t('peers.facts.versionUnknown')}</Fact>
      <Fact label={t('peers.facts.lastContact')}>
        <LastContact peer={peer} />
      </Fact>
      {peer.next_attempt !== null && (
        <Fact label={t('peers.facts.nextContact')}>
          <RelativeTime at={peer.next_attempt} direction="future" />
        </Fact>
      )}
      {peer.capabilities.length > 0 && (
        <Fact label={t('peers.facts.capabilities', { count: peer.capabilities.length })}>
          <Group gap={4}>
            {peer.capabilities.map((capability) => (
              <Code key={capability} style={{ overflowWrap: 'anywhere' }}>
                {capability}
              </Code>
            ))}
          </Group>
        </Fact>
      )}
    </DataList>
  );
}

function LastContact({ peer: { last_contact: at, latency_ms: ms } }: { peer: LocalPeer }) {
  const latency = ms === null ? null : formatLatency(ms);
  if (at === null) return latency === null ? t('common.never') : t('peers.facts.neverIn', { latency });
  const time = <RelativeTime at={at} direction="past" />;
  if (latency === null) return time;
  return <Trans i18nKey="peers.facts.contactIn" values={{ latency }} components={{ time }} />;
}
