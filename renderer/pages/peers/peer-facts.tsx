import { Code, DataList, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { LocalPeer } from '../../../src/contract/local.ts';
import { CopyableValue } from '../../components/copyable-value.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { formatBytes, formatCount, formatLatency, formatNumberOf } from '../../lib/format.ts';
import { useSync } from '../../lib/network-queries.ts';

/** What went to and fro between this node and a peer, and what the peer has. */
export function PeerExchange({ peer: { host, exchanged, contents } }: { peer: LocalPeer }) {
  const synced = useSync().data?.nodes.find((node) => node.host === host);
  return (
    <DataList labelWidth="8.5rem">
      <Fact label="Said hello">{formatNumberOf(exchanged.handshakes, 'time', 'times')}</Fact>
      <Fact label="Received">
        {formatBytes(exchanged.received_bytes)}
        {exchanged.fetched_contents > 0 &&
          ` with ${formatNumberOf(exchanged.fetched_contents, 'file', 'files')}`}
      </Fact>
      <Fact label="Sent">
        {formatBytes(exchanged.sent_bytes)}
        {exchanged.shared_contents > 0 &&
          ` with ${formatNumberOf(exchanged.shared_contents, 'file', 'files')}`}
      </Fact>
      <Fact label="It says it has">
        {contents === null ? 'It does not say' : formatNumberOf(contents, 'file', 'files')}
      </Fact>
      {synced && (
        <Fact label="Known here">
          {formatNumberOf(synced.contents, 'file', 'files')} of it
          {synced.synced_at !== null && (
            <>
              , read <RelativeTime at={synced.synced_at} side="past" />
            </>
          )}
          {synced.behind && ', more to read'}
          {synced.message !== null && `. ${synced.message}`}
        </Fact>
      )}
    </DataList>
  );
}

/** How a peer is known and when it was heard of. */
export function PeerIdentity({ peer }: { peer: LocalPeer }) {
  return (
    <DataList labelWidth="8.5rem">
      <Fact label="Address">
        <CopyableValue value={peer.host} what="the address" />
      </Fact>
      {peer.public_key !== null && (
        <Fact label="Public key">
          <CopyableValue value={peer.public_key} what="the public key" />
        </Fact>
      )}
      <Fact label="Version">{peer.version ?? 'Not known yet'}</Fact>
      <Fact label="Last contact">
        {peer.last_contact === null ? 'Never' : <RelativeTime at={peer.last_contact} side="past" />}
        {peer.latency_ms !== null && `, in ${formatLatency(peer.latency_ms)}`}
      </Fact>
      {peer.next_attempt !== null && (
        <Fact label="Next contact">
          <RelativeTime at={peer.next_attempt} side="future" />
        </Fact>
      )}
      {peer.capabilities.length > 0 && (
        <Fact label={`Can do (${formatCount(peer.capabilities.length)})`}>
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

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <DataList.Item>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue style={{ overflowWrap: 'anywhere' }}>{children}</DataList.ItemValue>
    </DataList.Item>
  );
}
