import type { LocalPeer, NetworkMap } from '../../../../src/contract/dashboard-api/peers.ts';
import { formatLatency } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/language.ts';

export type Links = NetworkMap['links'];

interface Point {
  x: number;
  y: number;
}

/** A peer and its position relative to this node in the centre. */
export interface PlacedPeer extends Point {
  peer: LocalPeer;
}

export interface LatencyRing {
  /** Label of the ring: an upper limit of its peers' response times, or that they do not respond. */
  label: string;
  radius: number;
}

interface Band {
  /** Upper limit of the response time in milliseconds, exclusive; null for peers that do not respond. */
  below: number | null;
}

export interface NetworkLayout {
  /** Ordered by angle, so that neighbours follow each other. */
  placed: PlacedPeer[];
  /** From the inside to the outside. */
  rings: LatencyRing[];
  /** Half the side of the enclosing square. */
  radius: number;
}

/** Upper limits of response times; peers in the same band share a ring. */
const bands = [{ below: 20 }, { below: 100 }, { below: 500 }, { below: Number.POSITIVE_INFINITY }];
const silent: Band = { below: null };

function bandLabel({ below }: Band): string {
  if (below === null) return t('peers.picture.rings.noAnswer');
  return Number.isFinite(below) ? formatLatency(below) : t('peers.picture.rings.slower');
}

/** Sizes in units of the picture. */
const firstOrbit = 64;
const spacing = 30;
const bandGap = 14;
const smallestRadius = 190;
const margin = 24;
const labelWidth = 120;

function bandOf({ state, latency_ms: latency }: LocalPeer): Band {
  if (latency === null || state === 'unreachable' || state === 'candidate') return silent;
  return bands.find(({ below }) => latency < below) ?? silent;
}

/** Orders each node after the one that named it first, so that related nodes are adjacent. */
function inFamilies(peers: readonly LocalPeer[], links: Links): LocalPeer[] {
  const byHost = new Map(peers.map((peer) => [peer.host, peer]));
  const children = new Map<string, string[]>();
  const named = new Set<string>();
  for (const { from, to } of links) {
    if (named.has(to) || from === to || byHost.get(to)?.source !== 'learned' || !byHost.has(from)) continue;
    named.add(to);
    children.set(from, [...(children.get(from) ?? []), to]);
  }
  const ordered = new Set<LocalPeer>();
  const visit = (host: string): void => {
    const peer = byHost.get(host);
    if (!peer || ordered.has(peer)) return;
    ordered.add(peer);
    for (const child of (children.get(host) ?? []).sort()) visit(child);
  };
  const hosts = [...byHost.keys()].sort();
  for (const host of hosts) if (!named.has(host)) visit(host);
  // Nodes that named each other in a cycle have no first node.
  for (const host of hosts) visit(host);
  return [...ordered];
}

interface Wish {
  peer: LocalPeer;
  /** The preferred angle, in radians. */
  angle: number;
}

interface Orbit {
  radius: number;
  capacity: number;
  wishes: Wish[];
}

/** Returns the orbits, from `radius` outwards, that the peers need; the orbits are filled evenly. */
function orbitsFor(wishes: readonly Wish[], radius: number): Orbit[] {
  const orbits: Orbit[] = [];
  for (let r = radius, room = 0; room < wishes.length; r += spacing) {
    const capacity = Math.floor((2 * Math.PI * r - labelWidth) / spacing);
    orbits.push({ radius: r, capacity, wishes: [] });
    room += capacity;
  }
  const fill = ({ wishes: { length }, capacity }: Orbit) => length / capacity;
  for (const wish of wishes) {
    orbits.reduce((emptiest, orbit) => (fill(orbit) < fill(emptiest) ? orbit : emptiest)).wishes.push(wish);
  }
  return orbits;
}

/**
 * Distributes the peers of an orbit evenly near their preferred angles. The top stays free for the label of the ring.
 */
function placeOn({ radius, wishes }: Orbit): (PlacedPeer & { angle: number })[] {
  const start = Math.asin(Math.min(1, labelWidth / 2 / radius));
  const step = (2 * Math.PI - 2 * start) / wishes.length;
  const shifts = wishes.map(({ angle }, index) => (angle - start) / step - index);
  const shift = Math.min(1, Math.max(0, shifts.reduce((sum, each) => sum + each, 0) / wishes.length));
  return wishes.map(({ peer }, index) => {
    const angle = start + (index + shift) * step;
    return { peer, angle, x: radius * Math.sin(angle), y: -radius * Math.cos(angle) };
  });
}

/** Computes the positions: fast peers are closer to the centre, related peers are adjacent, and nothing overlaps. */
export function layOut(peers: readonly LocalPeer[], links: Links): NetworkLayout {
  const wishes = inFamilies(peers, links).map((peer, index) => ({
    peer,
    angle: (2 * Math.PI * index) / peers.length,
  }));
  const rings: LatencyRing[] = [];
  const placed: (PlacedPeer & { angle: number })[] = [];
  let next = firstOrbit;
  for (const band of [...bands, silent]) {
    const members = wishes.filter(({ peer }) => bandOf(peer) === band);
    if (members.length === 0) continue;
    const orbits = orbitsFor(members, next);
    placed.push(...orbits.flatMap(placeOn));
    const outermost = next + (orbits.length - 1) * spacing;
    rings.push({ label: bandLabel(band), radius: outermost + (spacing + bandGap) / 2 });
    next = outermost + spacing + bandGap;
  }
  const outermost = rings.at(-1)?.radius ?? firstOrbit;
  // Spreads a small number of peers over the whole picture.
  const scale = Math.max(1, smallestRadius / outermost);
  placed.sort((a, b) => a.angle - b.angle);
  return {
    placed: placed.map(({ peer, x, y }) => ({ peer, x: x * scale, y: y * scale })),
    rings: rings.map(({ label, radius }) => ({ label, radius: radius * scale })),
    radius: outermost * scale + margin,
  };
}

/** Limit of peers in the picture; a text states the number of the others. */
const maxDrawn = 150;

/** Selects the peers to draw: first those that the user added or must decide about, then the best ones. */
export function choosePeers(peers: readonly LocalPeer[]): { drawn: LocalPeer[]; left: LocalPeer[] } {
  const matters = ({ source, state }: LocalPeer) => source !== 'learned' || state === 'key_changed';
  const ordered = [...peers.filter(matters), ...peers.filter((peer) => !matters(peer))];
  return { drawn: ordered.slice(0, maxDrawn), left: ordered.slice(maxDrawn) };
}
