import type { LocalPeer, NetworkMap } from '../../../../src/contract/dashboard-api/peers.ts';
import { formatLatency } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/language.ts';

export type Links = NetworkMap['links'];

interface Point {
  x: number;
  y: number;
}

/** A peer and where it stands, seen from this node in the middle. */
export interface PlacedPeer extends Point {
  peer: LocalPeer;
}

export interface Ring {
  /** What the peers between it and the ring before have in common: how quickly they answer at least, if they do. */
  label: string;
  radius: number;
}

interface Band {
  /** Exclusive, in milliseconds; null: it does not answer. */
  below: number | null;
}

export interface NetworkLayout {
  /** In the order of their angles, so that neighbours follow each other. */
  placed: PlacedPeer[];
  /** From the inside out. */
  rings: Ring[];
  /** Half of the side of the square that holds it all. */
  radius: number;
}

/** Answers of up to so many milliseconds stand in the same band. */
const bands = [{ below: 20 }, { below: 100 }, { below: 500 }, { below: Number.POSITIVE_INFINITY }];
const silent: Band = { below: null };

function bandLabel({ below }: Band): string {
  if (below === null) return t('peers.picture.rings.noAnswer');
  return Number.isFinite(below) ? formatLatency(below) : t('peers.picture.rings.slower');
}

/** Sizes in the units of the picture. */
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

/** Puts every node after the one that named it first, so that those who know each other stand together. */
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
  // Nodes that named each other in a circle have no first one.
  for (const host of hosts) visit(host);
  return [...ordered];
}

interface Wish {
  peer: LocalPeer;
  /** Where it would stand if it were alone, in radians. */
  angle: number;
}

interface Orbit {
  radius: number;
  capacity: number;
  wishes: Wish[];
}

/** As many orbits from `radius` on as the peers need, each filled as much as the others. */
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
 * Spreads the peers of an orbit evenly, as near as that allows to where they wish to be, and leaves the top
 * free: there stands what the rings mean.
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

/** The picture of the network: nearer is quicker, who named each other stands together, nothing overlaps. */
export function layOut(peers: readonly LocalPeer[], links: Links): NetworkLayout {
  const wishes = inFamilies(peers, links).map((peer, index) => ({
    peer,
    angle: (2 * Math.PI * index) / peers.length,
  }));
  const rings: Ring[] = [];
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
  // Few peers get the room that many would take.
  const scale = Math.max(1, smallestRadius / outermost);
  placed.sort((a, b) => a.angle - b.angle);
  return {
    placed: placed.map(({ peer, x, y }) => ({ peer, x: x * scale, y: y * scale })),
    rings: rings.map(({ label, radius }) => ({ label, radius: radius * scale })),
    radius: outermost * scale + margin,
  };
}

/** As many as a picture can show; the rest is told in words. */
const maxDrawn = 150;

/** Which peers are drawn: first those that the person knows or has to decide on, then the best. */
export function choosePeers(peers: readonly LocalPeer[]): { drawn: LocalPeer[]; left: LocalPeer[] } {
  const matters = ({ source, state }: LocalPeer) => source !== 'learned' || state === 'key_changed';
  const ordered = [...peers.filter(matters), ...peers.filter((peer) => !matters(peer))];
  return { drawn: ordered.slice(0, maxDrawn), left: ordered.slice(maxDrawn) };
}
