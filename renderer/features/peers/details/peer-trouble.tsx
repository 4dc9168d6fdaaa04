import { Group, Stack, Text } from '@mantine/core';
import { IconPlugConnectedX, IconRosetteDiscountCheck } from '@tabler/icons-react';
import { Trans } from 'react-i18next';
import type { LocalPeer, PeerFailure } from '../../../../src/contract/dashboard-api/peers.ts';
import { t } from '../../../lib/i18n/language.ts';
import { NodeMessage } from '../../../ui/feedback/node-message.tsx';
import { RelativeTime } from '../../../ui/values/relative-time.tsx';
import { SmallNote } from '../../../ui/values/texts.ts';

/** Shows why a peer cannot be used, what to do, who reported it, and when the next attempt is. */
export function PeerTrouble({ failure, peer }: { failure: PeerFailure; peer: LocalPeer }) {
  const bySigned = failure.reported_by === 'peer';
  const Icon = bySigned ? IconRosetteDiscountCheck : IconPlugConnectedX;
  return (
    <Group gap={4} wrap="nowrap" align="flex-start">
      <Icon
        size={18}
        stroke={1.7}
        aria-hidden
        color="var(--mantine-color-dimmed)"
        style={{ flexShrink: 0, marginTop: 2 }}
      />
      <Stack gap={2} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm">
          <NodeMessage message={failure.message} />
        </Text>
        <Text size="sm">
          <Text span inherit fw={600}>
            {t('common.whatToDo')}
          </Text>{' '}
          <NodeMessage message={failure.remedy} />
        </Text>
        <SmallNote>
          <Trans
            i18nKey={`peers.trouble.${bySigned ? 'byPeer' : 'noticed'}${peer.next_attempt === null ? '' : 'Retry'}`}
            components={{
              time: <RelativeTime at={failure.at} direction="past" />,
              next: <RelativeTime at={peer.next_attempt ?? failure.at} direction="future" />,
            }}
          />
        </SmallNote>
      </Stack>
    </Group>
  );
}
