import { Anchor, Badge, Group, Stack, Table, Text } from '@mantine/core';
import { memo } from 'react';
import { Link } from 'react-router';
import type { LocalPeer } from '../../../src/contract/local.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { formatLatency } from '../../lib/format.ts';
import { hostName, sourceWords, stateWords } from '../../lib/peer-words.ts';
import { PeerActions } from './peer-actions.tsx';
import { PeerTrouble } from './peer-trouble.tsx';
import { StateMark } from './state-mark.tsx';

interface PeerRowProps {
  peer: LocalPeer;
  /** The address that shows its details. */
  address: string;
  /** Position among the rows, from 0. */
  index: number;
  measure(row: HTMLTableRowElement | null): void;
}

/** One peer: how things stand with it, why, and what can be done. */
export const PeerRow = memo(function PeerRow({ peer, address, index, measure }: PeerRowProps) {
  const { label, color, explanation } = stateWords(peer.state);
  const contact = peer.last_contact === null ? 'Never' : <RelativeTime at={peer.last_contact} side="past" />;
  return (
    <Table.Tr ref={measure} data-index={index} aria-rowindex={index + 2} style={{ verticalAlign: 'top' }}>
      <Table.Th scope="row" fw={400}>
        <Stack gap={4}>
          <Group gap={8} wrap="nowrap" align="flex-start">
            <span style={{ marginTop: 4 }}>
              <StateMark state={peer.state} />
            </span>
            <Stack gap={4} miw={0} align="flex-start">
              <Anchor component={Link} to={address} size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
                {hostName(peer.host)}
              </Anchor>
              <Group gap={8} style={{ rowGap: 4 }}>
                <Badge color={color} title={explanation}>
                  {label}
                </Badge>
                <Text size="xs" c="dimmed">
                  {sourceWords(peer.source)}
                </Text>
              </Group>
              <Text size="xs" c="dimmed" hiddenFrom="sm">
                {peer.latency_ms !== null && `${formatLatency(peer.latency_ms)} · `}
                Last contact: {contact}
              </Text>
              {peer.warning !== null && (
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {peer.warning}
                </Text>
              )}
            </Stack>
          </Group>
          {peer.failure !== null && <PeerTrouble failure={peer.failure} peer={peer} />}
          {peer.state === 'key_changed' && (
            <Anchor component={Link} to={address} size="sm">
              Compare the keys and decide
            </Anchor>
          )}
        </Stack>
      </Table.Th>
      <Table.Td visibleFrom="sm" ta="right">
        {peer.latency_ms === null ? '–' : formatLatency(peer.latency_ms)}
      </Table.Td>
      <Table.Td visibleFrom="sm">{contact}</Table.Td>
      <Table.Td px={8}>
        <PeerActions peer={peer} inRow />
      </Table.Td>
    </Table.Tr>
  );
});
