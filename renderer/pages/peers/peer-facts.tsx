import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { LocalPeer } from '../../../src/contract/local.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { formatLatency, shorten } from '../../lib/format.ts';

/** When and how well the peer answered, in a line of small facts. */
export function PeerFacts({ peer }: { peer: LocalPeer }) {
  return (
    <Group component="dl" gap="xl" m={0} style={{ rowGap: 'var(--mantine-spacing-xs)' }}>
      <Fact label="Last contact">
        {peer.last_contact === null ? 'Never' : <RelativeTime at={peer.last_contact} side="past" />}
      </Fact>
      {peer.latency_ms !== null && <Fact label="Latency">{formatLatency(peer.latency_ms)}</Fact>}
      {peer.next_attempt !== null && (
        <Fact label="Next attempt">
          <RelativeTime at={peer.next_attempt} side="future" />
        </Fact>
      )}
      {peer.version !== null && <Fact label="Version">{peer.version}</Fact>}
      {peer.public_key !== null && (
        <Fact label="Public key">
          <Text span size="sm" ff="monospace" title={peer.public_key}>
            {shorten(peer.public_key, 6, 4)}
          </Text>
        </Fact>
      )}
    </Group>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack gap={0}>
      <Text component="dt" size="xs" c="dimmed">
        {label}
      </Text>
      <Text component="dd" size="sm" m={0}>
        {children}
      </Text>
    </Stack>
  );
}
