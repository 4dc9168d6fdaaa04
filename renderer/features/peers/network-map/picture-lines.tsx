import { isReachable } from '../../../../src/contract/dashboard-api/peers.ts';
import type { Links, NetworkLayout, PlacedPeer } from './network-layout.ts';
import classes from './network-picture.module.css';

/** Limit of legible lines; above it, only the lines of one node are drawn. */
const maxLinks = 300;

interface PictureLinesProps {
  layout: NetworkLayout;
  links: Links;
  /** The host under the pointer. */
  active: string | null;
}

/** Draws the rings of response times, the connections of this node, and which nodes named each other. */
export function PictureLines({ layout: { placed, rings, radius }, links, active }: PictureLinesProps) {
  const byHost = new Map(placed.map((place) => [place.peer.host, place]));
  const drawn = links.flatMap(({ from, to }) => {
    const [a, b] = [byHost.get(from), byHost.get(to)];
    return a && b ? [{ a, b, isActive: from === active || to === active }] : [];
  });
  const shown = drawn.length <= maxLinks ? drawn : drawn.filter(({ isActive }) => isActive);
  return (
    <svg className={classes.lines} viewBox={`${-radius} ${-radius} ${2 * radius} ${2 * radius}`} aria-hidden>
      {rings.map((ring) => (
        <circle key={ring.label} r={ring.radius} className={classes.ring} />
      ))}
      {placed
        .filter(({ peer }) => isReachable(peer))
        .map(({ peer, x, y }) => (
          <line
            key={peer.host}
            x2={x}
            y2={y}
            className={classes.contact}
            data-active={peer.host === active || undefined}
          />
        ))}
      {shown.map(({ a, b, isActive }) => (
        <path
          key={`${a.peer.host} ${b.peer.host}`}
          d={curve(a, b)}
          className={classes.link}
          data-active={isActive || undefined}
        />
      ))}
    </svg>
  );
}

/** Returns a line curved towards the centre, so that it does not cross the peers of its orbit. */
function curve(a: PlacedPeer, b: PlacedPeer): string {
  return `M${a.x} ${a.y}Q${(a.x + b.x) * 0.3} ${(a.y + b.y) * 0.3} ${b.x} ${b.y}`;
}
