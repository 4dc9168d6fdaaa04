import { Group, Stack, Text } from '@mantine/core';
import { IconPlugConnectedX, IconRosetteDiscountCheck } from '@tabler/icons-react';
import type { LocalPeer, PeerFailure } from '../../../src/contract/local.ts';
import { RelativeTime } from '../../components/relative-time.tsx';

/** Why a peer cannot be used, what to do, who says so, and when it is tried again. */
export function PeerTrouble({ failure, peer }: { failure: PeerFailure; peer: LocalPeer }) {
  const bySigned = failure.reported_by === 'peer';
  const Icon = bySigned ? IconRosetteDiscountCheck : IconPlugConnectedX;
  return (
    <Group gap={8} wrap="nowrap" align="flex-start">
      <Icon
        size={18}
        stroke={1.7}
        aria-hidden
        color="var(--mantine-color-dimmed)"
        style={{ flexShrink: 0, marginTop: 2 }}
      />
      <Stack gap={2} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm">{failure.message}</Text>
        {failure.remedy !== '' && (
          <Text size="sm">
            <Text span inherit fw={600}>
              What to do:
            </Text>{' '}
            {failure.remedy}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {bySigned ? 'The node itself says so, and signed it' : 'Your node noticed it'}{' '}
          <RelativeTime at={failure.at} side="past" />
          {peer.next_attempt !== null && (
            <>
              . Tried again <RelativeTime at={peer.next_attempt} side="future" />
            </>
          )}
          .
        </Text>
      </Stack>
    </Group>
  );
}
