import { VisuallyHidden } from '@mantine/core';
import { IconHome2 } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { LocalPeer } from '../../../../src/contract/dashboard-api/peers.ts';
import { hostName } from '../../../lib/format/host-name.ts';
import { t } from '../../../lib/i18n/language.ts';
import { PeerHint } from '../peer-hint.tsx';
import { peerLine } from '../peer-labels.ts';
import { StateMark } from '../state-mark.tsx';
import { usePeerPath } from '../use-open-peer.ts';
import { type Links, layOut, type NetworkLayout, type PlacedPeer } from './network-layout.ts';
import classes from './network-picture.module.css';
import { PictureLines } from './picture-lines.tsx';

interface NetworkPictureProps {
  /** The peers to draw. */
  peers: readonly LocalPeer[];
  links: Links;
}

/** Limit of peers whose names fit into the picture. */
const maxNames = 12;

/** The direction of each key, in the order of the angles. */
const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Draws this node with its peers around it; screen readers get a list of links. */
export function NetworkPicture({ peers, links }: NetworkPictureProps) {
  const layout = useMemo(() => layOut(peers, links), [peers, links]);
  const { placed, rings, radius } = layout;
  const [pointed, setPointed] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const active = placed.find(({ peer }) => peer.host === (pointed ?? focused)) ?? null;
  const { tabStop, setTabStop, moveFocus } = useTabStop(placed);
  const hintId = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') {
      setPointed(null);
      setFocused(null);
    }
    moveFocus(event);
  };

  return (
    <div className={classes.frame} data-active={active ? true : undefined}>
      <PictureLines layout={layout} links={links} active={active?.peer.host ?? null} />
      {rings.map((ring) => (
        <span
          key={ring.label}
          className={classes.ringLabel}
          style={{ top: `${50 - (50 * ring.radius) / radius}%` }}
          aria-hidden
        >
          {ring.label}
        </span>
      ))}
      <span className={classes.self} aria-hidden>
        <IconHome2 size={20} stroke={1.8} />
      </span>
      <VisuallyHidden id={hintId}>{t('peers.picture.hint')}</VisuallyHidden>
      <ul
        className={classes.peers}
        aria-label={t('peers.picture.label')}
        aria-describedby={hintId}
        onKeyDown={onKeyDown}
      >
        {placed.map((place) => (
          <li key={place.peer.host} style={positionOf(place, radius)}>
            <PeerLink
              peer={place.peer}
              isTabStop={place.peer.host === tabStop}
              name={placed.length > maxNames ? null : place.y < 0 ? 'above' : 'below'}
              onPoint={setPointed}
              onFocus={(host) => {
                setFocused(host);
                if (host !== null) setTabStop(host);
              }}
            />
          </li>
        ))}
      </ul>
      {active && <PeerHint place={active} radius={radius} links={links} />}
    </div>
  );
}

/** Makes all peers one stop of the Tab key; arrow keys move between them. */
function useTabStop(placed: readonly PlacedPeer[]) {
  const [stop, setTabStop] = useState<string | null>(null);
  const tabStop = placed.some(({ peer }) => peer.host === stop) ? stop : placed[0]?.peer.host;
  const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
    const at = placed.findIndex(({ peer }) => peer.host === tabStop);
    const step = steps[event.key];
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? -1 : step === undefined ? null : at + step;
    if (to === null) return;
    event.preventDefault();
    const host = CSS.escape(placed.at(to % placed.length)?.peer.host ?? '');
    event.currentTarget.querySelector<HTMLElement>(`[data-host="${host}"]`)?.focus();
  };
  return { tabStop, setTabStop, moveFocus };
}

function positionOf({ x, y }: PlacedPeer, radius: NetworkLayout['radius']) {
  return { left: `${50 + (50 * x) / radius}%`, top: `${50 + (50 * y) / radius}%` };
}

interface PeerLinkProps {
  peer: LocalPeer;
  isTabStop: boolean;
  /** Position of the name, away from the centre; null if there is no space for names. */
  name: 'above' | 'below' | null;
  onPoint(host: string | null): void;
  onFocus(host: string | null): void;
}

function PeerLink({ peer, isTabStop, name, onPoint, onFocus }: PeerLinkProps) {
  const addressOf = usePeerPath();
  return (
    <Link
      to={addressOf(peer.host)}
      className={classes.peer}
      tabIndex={isTabStop ? 0 : -1}
      data-host={peer.host}
      aria-label={peerLine(peer)}
      onPointerEnter={() => onPoint(peer.host)}
      onPointerLeave={() => onPoint(null)}
      onFocus={() => onFocus(peer.host)}
      onBlur={() => onFocus(null)}
    >
      <StateMark state={peer.state} />
      {name !== null && (
        <span className={classes.name} data-direction={name} aria-hidden>
          {hostName(peer.host)}
        </span>
      )}
    </Link>
  );
}
