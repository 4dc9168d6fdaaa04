import { Anchor, Badge, Group, Stack, Table, Text } from '@mantine/core';
import { memo } from 'react';
import { Trans } from 'react-i18next';
import { Link } from 'react-router';
import type { LocalPeer } from '../../../src/contract/dashboard-api/peers.ts';
import { formatLatency } from '../../lib/format/format.ts';
import { hostName } from '../../lib/format/host-name.ts';
import { t } from '../../lib/i18n/language.ts';
import { NodeMessage } from '../../ui/feedback/node-message.tsx';
import { RelativeTime } from '../../ui/values/relative-time.tsx';
import { SmallNote } from '../../ui/values/texts.ts';
import { PeerTrouble } from './details/peer-trouble.tsx';
import { PeerActions } from './peer-actions.tsx';
import { sourceLabel, stateLabel } from './peer-labels.ts';
import { StateMark } from './state-mark.tsx';

interface PeerRowProps {
  peer: LocalPeer;
  /** URL of its details. */
  address: string;
  /** Position among the rows, from 0. */
  index: number;
}

/** Shows a peer: its state, the reason, and the actions. */
export const PeerRow = memo(function Row({ peer, address, index }: PeerRowProps) {
  const { label, color, explanation } = stateLabel(peer.state);
  return (
    <Table.Tr data-index={index} aria-rowindex={index + 2} style={{ verticalAlign: 'top' }}>
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
                <SmallNote>{sourceLabel(peer.source)}</SmallNote>
              </Group>
              <SmallNote hiddenFrom="md">
                <ContactText peer={peer} />
              </SmallNote>
              {peer.warning !== null && (
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  <NodeMessage message={peer.warning} />
                </Text>
              )}
            </Stack>
          </Group>
          {peer.failure !== null && <PeerTrouble failure={peer.failure} peer={peer} />}
          {peer.state === 'key_changed' && (
            <Anchor component={Link} to={address} size="sm">
              {t('peers.row.compareKeys')}
            </Anchor>
          )}
        </Stack>
      </Table.Th>
      <Table.Td visibleFrom="md" ta="end">
        {peer.latency_ms === null ? '–' : formatLatency(peer.latency_ms)}
      </Table.Td>
      <Table.Td visibleFrom="md">
        {peer.last_contact === null ? (
          t('common.never')
        ) : (
          <RelativeTime at={peer.last_contact} direction="past" />
        )}
      </Table.Td>
      <Table.Td px={8}>
        <PeerActions peer={peer} inRow />
      </Table.Td>
    </Table.Tr>
  );
});

/** Shows the response time and the last contact in one line, for narrow screens. */
function ContactText({ peer: { last_contact: at, latency_ms: ms } }: Pick<PeerRowProps, 'peer'>) {
  const latency = ms === null ? null : formatLatency(ms);
  if (at === null) {
    return latency === null
      ? t('peers.row.neverContacted')
      : t('peers.row.neverContactedWithLatency', { latency });
  }
  return (
    <Trans
      i18nKey={latency === null ? 'peers.row.lastContact' : 'peers.row.lastContactWithLatency'}
      values={{ latency }}
      components={{ time: <RelativeTime at={at} direction="past" /> }}
    />
  );
}
