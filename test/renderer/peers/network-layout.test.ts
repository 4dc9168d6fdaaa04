import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choosePeers, layOut } from '../../../renderer/features/peers/network-map/network-layout.ts';
import type { LocalPeer } from '../../../src/contract/dashboard-api/peers.ts';
import { plain } from '../plain-spaces.ts';
import { peerOf } from './peer-fixture.ts';

const hosts = (peers: readonly LocalPeer[]) => peers.map(({ host }) => host);
const distance = ({ x, y }: { x: number; y: number }) => Math.hypot(x, y);

/** A network of up to 150 peers with any links between them, also to unknown nodes. */
const networks = fc
  .array(
    fc.record({
      latency_ms: fc.option(fc.double({ min: 0, max: 5000, noNaN: true })),
      state: fc.constantFrom<LocalPeer['state']>(
        'compatible',
        'warning',
        'candidate',
        'unreachable',
        'key_changed',
      ),
      source: fc.constantFrom<LocalPeer['source']>('learned', 'named'),
    }),
    { maxLength: 150, size: 'max' },
  )
  .chain((given) => {
    const peers = given.map((each, index) => peerOf(`n${index}`, each));
    const host = fc.constantFrom(...hosts(peers), 'https://unknown.example.org');
    return fc.record({
      peers: fc.constant(peers),
      links: fc.array(fc.record({ from: host, to: host }), { maxLength: 300, size: 'max' }),
    });
  });

describe('the network map', () => {
  it('shows every peer once, inside the picture, without overlaps', () => {
    fc.assert(
      fc.property(networks, ({ peers, links }) => {
        const { placed, radius } = layOut(peers, links);
        expect(hosts(placed.map(({ peer }) => peer)).sort()).toEqual(hosts(peers).sort());
        const outward = placed.map(distance);
        expect(Math.min(...outward, 100)).toBeGreaterThan(40);
        expect(Math.max(...outward, 0)).toBeLessThan(radius);
        const distances = placed.flatMap((one, index) =>
          placed.slice(index + 1).map((other) => distance({ x: one.x - other.x, y: one.y - other.y })),
        );
        expect(distances.every((each) => each > 16)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('places fast peers near the middle, and unreachable ones outermost', () => {
    const peers = [
      peerOf('gone', { state: 'unreachable', latency_ms: 1 }),
      peerOf('slow', { latency_ms: 2000 }),
      peerOf('new', { state: 'candidate', latency_ms: null }),
      peerOf('near', { latency_ms: 2 }),
      peerOf('far', { latency_ms: 90 }),
    ];
    const { placed, rings } = layOut(peers, []);
    const names = [...placed]
      .sort((a, b) => distance(a) - distance(b))
      .map(({ peer }) => peer.host.slice(8, 12));
    expect(names.slice(0, 3)).toEqual(['near', 'far.', 'slow']);
    expect(rings.map(({ label }) => plain(label))).toEqual(['20 ms', '100 ms', 'slower', 'no answer']);
    const ringRadii = rings.map(({ radius }) => radius);
    expect(ringRadii).toEqual([...ringRadii].sort((a, b) => a - b));
  });

  it('places peers beside the node that named them', () => {
    const peers = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
      peerOf(name, { source: name === 'a' || name === 'b' ? 'named' : 'learned' }),
    );
    const link = (from: string, to: string) => ({
      from: `https://${from}.example.org`,
      to: `https://${to}.example.org`,
    });
    const { placed } = layOut(peers, [link('b', 'c'), link('a', 'd'), link('b', 'e'), link('d', 'f')]);
    expect(placed.map(({ peer }) => peer.host[8]).join('')).toBe('adfbce');
  });

  it('places nodes that named each other in a circle, or themselves', () => {
    const peers = ['a', 'b', 'c'].map((name) => peerOf(name));
    const [a, b, c] = hosts(peers) as [string, string, string];
    const links = [
      { from: a, to: b },
      { from: b, to: c },
      { from: c, to: a },
      { from: c, to: c },
    ];
    expect(hosts(layOut(peers, links).placed.map(({ peer }) => peer)).sort()).toEqual([a, b, c]);
  });

  it('is the same for the same network in any order', () => {
    const peers = Array.from({ length: 40 }, (_, n) => peerOf(`n${n}`, { latency_ms: n * 20 }));
    const at = (list: LocalPeer[]) =>
      new Map(layOut(list, []).placed.map(({ peer, x, y }) => [peer.host, [x, y]]));
    expect(at([...peers].reverse())).toEqual(at(peers));
  });
});

describe('the map of a large network', () => {
  it('shows peers of the owner and those with a pending decision first, then the best', () => {
    const many = Array.from({ length: 400 }, (_, n) => peerOf(`n${n}`));
    const named = peerOf('mine', { source: 'named', state: 'unreachable' });
    const changed = peerOf('changed', { state: 'key_changed' });
    const { drawn, left } = choosePeers([...many, named, changed]);
    expect(drawn).toHaveLength(150);
    expect(hosts(drawn)).toEqual(hosts([named, changed, ...many.slice(0, 148)]));
    expect(hosts(left)).toEqual(hosts(many.slice(148)));
  });
});
