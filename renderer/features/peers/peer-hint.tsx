import { Group, Text } from '@mantine/core';
import { formatLatency } from '../../lib/format/format.ts';
import { hostName } from '../../lib/format/host-name.ts';
import { t } from '../../lib/i18n/language.ts';
import { SmallNote } from '../../ui/values/texts.ts';
import type { Links, PlacedPeer } from './network-map/network-layout.ts';
import classes from './network-map/network-picture.module.css';
import { stateLabel } from './peer-labels.ts';
import { StateMark } from './state-mark.tsx';

interface PeerHintProps {
  place: PlacedPeer;
  /** Half the side of the picture, in its units. */
  radius: number;
  links: Links;
}

/** Describes a peer beside its mark; its link gives screen readers the same text. */
export function PeerHint({ place: { peer, x, y }, radius, links }: PeerHintProps) {
  const left = 50 + (50 * x) / radius;
  const top = 50 + (50 * y) / radius;
  const naming = links.filter(({ to }) => to === peer.host).length;
  const named = links.filter(({ from }) => from === peer.host).length;
  return (
    <div
      className={classes.about}
      aria-hidden
      style={{
        left: `${left}%`,
        transform: `translateX(-${left}%)`,
        // Placed towards the centre, where there is space.
        ...(y < 0 ? { top: `calc(${top}% + 18px)` } : { bottom: `calc(${100 - top}% + 18px)` }),
      }}
    >
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {hostName(peer.host)}
      </Text>
      <Group gap={6} wrap="nowrap">
        <StateMark state={peer.state} />
        <Text size="sm">
          {stateLabel(peer.state).label}
          {peer.latency_ms !== null && ` · ${formatLatency(peer.latency_ms)}`}
        </Text>
      </Group>
      {naming + named > 0 && <SmallNote>{t('peers.picture.naming', { naming, named })}</SmallNote>}
    </div>
  );
}
