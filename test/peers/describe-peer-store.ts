import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { message } from '../../src/core/messages/message.ts';
import type { PeerFailureRecord, PeerProof, PeerStore } from '../../src/features/peers/peer-store.ts';
import { StoredPeers } from '../../src/features/peers/stored-peers.ts';
import { longIt } from '../support/random-runs.ts';

const hosts = ['a', 'b', 'c', 'd'];
const timeout = { message: message('peers.timeout'), remedy: message('peers.timeoutRemedy') };
const ample = { max: 10_000, periodMs: 1000, peers: 10_000 };

export const proofOf = (host: string, key: string, at: number, more: Partial<PeerProof> = {}): PeerProof => ({
  host,
  publicKey: key,
  version: '1.0.0',
  capabilities: '["storage"]',
  metrics: '{}',
  compatibility: 'compatible' as const,
  warning: at % 2 === 0 ? null : message('peers.versionsDiffer', { answering: '1.0.0', asking: '1.1.0' }),
  latencyMs: at + 0.1,
  nextAttempt: null,
  at,
  failure: at % 3 === 0 ? { code: 'timeout' as const, ...timeout } : undefined,
  otherHostsNextAttempt: at + 1,
  ...more,
});

export const failureOf = (host: string, offeredKey: string | null, at: number): PeerFailureRecord => ({
  host,
  code: 'timeout' as const,
  ...timeout,
  reportedBy: 'this_node' as const,
  at,
  nextAttempt: at + 100,
  offeredKey,
});

/** Commands by a host, a key and a time. */
const commands = {
  learn: (peers: StoredPeers, host: string, _: string, at: number) =>
    peers.learn([host, 'e', 'f', host], at, { ...ample, peers: 3 + (at % 4) }),
  name: (peers: StoredPeers, host: string, _: string, at: number) => peers.add(host, 'named', at),
  practise: (peers: StoredPeers, host: string, _: string, at: number) => peers.add(host, 'practice', at),
  endPractice: (peers: StoredPeers, host: string) => peers.endPractice(host),
  prove: (peers: StoredPeers, host: string, key: string, at: number) =>
    peers.recordProof(proofOf(host, key, at)),
  fail: (peers: StoredPeers, host: string, key: string, at: number) =>
    peers.recordFailure(failureOf(host, at % 2 === 0 ? key : null, at)),
  accept: (peers: StoredPeers, host: string, key: string) => peers.acceptKey(host, key),
  remove: (peers: StoredPeers, host: string) => peers.remove(host),
  // Within a millisecond, so that the delay is not random.
  retry: (peers: StoredPeers, _: string, __: string, at: number) => peers.retrySoon(at, 1, 1),
};
type Command = keyof typeof commands;

/** One random command of a history. */
export const randomStep = fc.tuple(
  fc.constantFrom(...(Object.keys(commands) as Command[])),
  fc.constantFrom(...hosts),
  fc.constantFrom('key 1', 'key 2'),
  fc.integer({ min: 0, max: 50 }),
);
type Step = [Command, string, string, number];

export const runStep = (peers: StoredPeers, [name, host, key, at]: Step): Promise<unknown> =>
  commands[name](peers, host, key, at);

/** Returns all rows, also of removed peers. */
export const rowsOf = async (store: PeerStore) =>
  (await store.all()).toSorted((a, b) => (a.host < b.host ? -1 : 1));

/** The tests that every implementation of `PeerStore` passes; `makeStore` makes an empty one. */
export function describePeerStore(
  name: string,
  makeStore: () => PeerStore | Promise<PeerStore>,
  numRuns: number,
): void {
  const open = async () => {
    const store = await makeStore();
    return { store, peers: new StoredPeers(store) };
  };

  describe(name, () => {
    it('has in memory what is stored, after every command', async () => {
      const seen = new Set<string>();
      await fc.assert(
        fc.asyncProperty(fc.array(randomStep, { minLength: 10, maxLength: 40 }), async (steps) => {
          const { store, peers } = await open();
          for (const step of steps) {
            const before = JSON.stringify(peers.all());
            await runStep(peers, step);
            const rows = await rowsOf(store);
            for (const host of [...hosts, 'e', 'f']) {
              expect(peers.get(host), step[0]).toEqual(rows.find((row) => row.host === host));
            }
            expect(peers.all()).toHaveLength(rows.filter(({ source }) => source !== 'removed').length);
            if (JSON.stringify(peers.all()) !== before) seen.add(step[0]);
          }
        }),
        { seed: 21, numRuns },
      );
      expect([...seen].toSorted()).toEqual(Object.keys(commands).toSorted());
    });

    it('applies commands that begin at once in their order', async () => {
      const { store, peers } = await open();
      await Promise.all([
        peers.add('a', 'named', 1),
        peers.recordProof(proofOf('a', 'key 1', 2)),
        peers.recordFailure(failureOf('a', 'key 2', 3)),
        peers.acceptKey('a', 'key 2'),
        peers.remove('a'),
        peers.add('a', 'named', 4),
        peers.recordFailure(failureOf('a', null, 5)),
      ]);
      expect(peers.get('a')).toMatchObject({ source: 'named', publicKey: null, failures: 1, failureAt: 5 });
      expect(peers.get('a')).toEqual((await store.all())[0]);
    });

    longIt('remembers the 1,000 hosts that were removed last', async () => {
      const { store, peers } = await open();
      const all = Array.from({ length: 1001 }, (_, n) => `${n}`);
      await Promise.all(all.flatMap((host, n) => [peers.add(host, 'named', n), peers.remove(host)]));
      expect([peers.get('0'), peers.get('1')?.source, peers.all()]).toEqual([undefined, 'removed', []]);
      expect(await store.all()).toHaveLength(1000);
      expect(await peers.remove('1')).toBe(false);
    });

    it('learns neither known nor removed hosts, and up to a number in each period', async () => {
      const { store } = await open();
      await store.add('named', 'named', 0);
      await store.add('removed', 'named', 0);
      await store.remove('removed');
      const learn = async (named: string[], max: number, periodMs = 600_000) => {
        const { changed } = await store.learn(named, 0, { max, periodMs, peers: 100 });
        return changed.map(({ host }) => host);
      };
      expect(await learn(['named', 'removed', 'a', 'b', 'c'], 2)).toEqual(['a', 'b']);
      expect(await learn(['c'], 2)).toEqual([]);
      expect(await learn(['c', 'd'], 3)).toEqual(['c']);
      // A period without length is over at once.
      expect(await learn(['d', 'e', 'f'], 2, 0)).toEqual(['d', 'e']);
    });

    it('evicts unproven names first, then failing nodes, and never those of the owner', async () => {
      const { store } = await open();
      const learn = async (host: string, peers: number) =>
        (await store.learn([host], 9, { ...ample, peers })).removed;
      await store.learn(['known', 'failing', 'new'], 0, ample);
      await store.add('named', 'named', 0);
      await store.recordProof(proofOf('known', 'key 1', 1));
      await store.recordProof(proofOf('failing', 'key 2', 1));
      await store.recordFailure(failureOf('failing', null, 2));
      expect(await learn('newer', 4)).toEqual(['newer']);
      expect(await learn('newer', 3)).toEqual(expect.arrayContaining(['newer', 'new']));
      expect(await learn('newer', 2)).toEqual(expect.arrayContaining(['newer', 'failing']));
      expect(await learn('newer', 0)).toEqual(expect.arrayContaining(['newer', 'known']));
      expect((await store.all()).map(({ host }) => host)).toEqual(['named']);
    });

    it('keeps the key that was proven first, and offers another one only if it is not pinned', async () => {
      const { store } = await open();
      await store.add('a', 'named', 0);
      await store.recordProof(proofOf('a', 'key 1', 1));
      expect(await store.recordProof(proofOf('a', 'key 2', 2))).toBe('key_changed');
      expect(await store.recordFailure(failureOf('a', 'key 1', 2))).toEqual({ changed: [], removed: [] });
      await store.recordFailure(failureOf('a', 'key 2', 3));
      await store.recordFailure(failureOf('a', null, 4));
      const offering = { publicKey: 'key 1', offeredKey: 'key 2', failures: 2, lastContact: 1 };
      expect(await store.all()).toMatchObject([offering]);
      expect((await store.acceptKey('a', 'key 1')).changed).toEqual([]);
      expect((await store.acceptKey('a', 'key 2')).changed).toMatchObject([
        { publicKey: 'key 2', offeredKey: null, verifiedAt: null },
      ]);
    });

    it('records nothing about hosts that are not on the list', async () => {
      const { store } = await open();
      await store.add('a', 'named', 0);
      await store.remove('a');
      for (const host of ['a', 'unknown']) {
        const nothing = { changed: [], removed: [] };
        expect(await store.recordProof(proofOf(host, 'key 1', 1))).toEqual(nothing);
        expect(await store.recordFailure(failureOf(host, null, 1))).toEqual(nothing);
        expect(await store.remove(host)).toEqual(nothing);
      }
    });

    it('keeps a key at the host that proved it last', async () => {
      const { store } = await open();
      await store.learn(['learned', 'moved'], 0, ample);
      await store.add('named', 'named', 0);
      for (const host of ['named', 'learned']) await store.recordProof(proofOf(host, 'key', 1));
      const moved = await store.recordProof(proofOf('moved', 'key', 2, { otherHostsNextAttempt: 7 }));
      expect(moved).toMatchObject({
        changed: [
          { host: 'named', verifiedAt: null, nextAttempt: 7 },
          { host: 'moved', verifiedAt: 2 },
        ],
        removed: ['learned'],
      });
    });
  });
}
