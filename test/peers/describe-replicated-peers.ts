import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { PeerRepository } from '../../src/features/peers/repository/peer-repository.ts';
import { PostgresPeerStore } from '../../src/features/peers/repository/postgres-peer-store.ts';
import { StoredPeers } from '../../src/features/peers/stored-peers.ts';
import type { PostgresDatabase } from '../../src/platform/postgres/postgres-database.ts';
import { failureOf, proofOf, randomStep, rowsOf, runStep } from './describe-peer-store.ts';
import { temporaryRepositories } from './support/test-peers.ts';

/** Empties what is stored about peers. */
export async function emptiedPeers(database: PostgresDatabase): Promise<PostgresDatabase> {
  await database.query('TRUNCATE peers, peer_latencies, peer_exchanges');
  await database.query("UPDATE peer_learning SET since = 'epoch', hosts = 0");
  return database;
}

/** What only several replicas with the same peers can show. */
export function describeReplicatedPeers(
  replicas: () => readonly [PostgresDatabase, PostgresDatabase],
  numRuns: number,
): void {
  const opened: StoredPeers[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((peers) => peers.close()));
  });
  const changes = { count: 0 };
  const openBoth = async () => {
    await emptiedPeers(replicas()[0]);
    const [a, b] = replicas().map((database) => new StoredPeers(new PostgresPeerStore(database)));
    if (!a || !b) throw new Error('There are two replicas');
    for (const peers of [a, b]) {
      await peers.open(() => {
        changes.count += 1;
      });
      opened.push(peers);
    }
    return [a, b] as const;
  };
  const byHost = (peers: StoredPeers) => peers.all().toSorted((a, b) => (a.host < b.host ? -1 : 1));

  describe('two replicas with the same peers', () => {
    it('store what SQLite stores, after every command', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(randomStep, { minLength: 10, maxLength: 40 }), async (steps) => {
          const { db, close } = temporaryRepositories();
          try {
            const embedded = new PeerRepository(db);
            const store = new PostgresPeerStore(await emptiedPeers(replicas()[0]));
            const both = [embedded, store].map((each) => new StoredPeers(each));
            for (const step of steps) {
              const results = await Promise.all(both.map((peers) => runStep(peers, step)));
              expect(results[1], step[0]).toEqual(results[0]);
              expect(await rowsOf(store), step[0]).toEqual(await rowsOf(embedded));
            }
          } finally {
            close();
          }
        }),
        { seed: 22, numRuns },
      );
    });

    it('have the same peers in memory after random commands at the same time', async () => {
      const [a, b] = await openBoth();
      const histories = fc.sample(fc.array(randomStep, { minLength: 40, maxLength: 40 }), {
        seed: 23,
        numRuns: 4,
      });
      const run = async (peers: StoredPeers, steps: (typeof histories)[number]) => {
        for (const step of steps) await runStep(peers, step);
      };
      await Promise.all(histories.map((steps, n) => run(n % 2 === 0 ? a : b, steps)));
      const rows = await rowsOf(new PostgresPeerStore(replicas()[0]));
      const stored = rows.filter(({ source }) => source !== 'removed');
      await expect.poll(() => byHost(a)).toEqual(stored);
      await expect.poll(() => byHost(b)).toEqual(stored);
    });

    it('pin one key, whichever replica was the first', async () => {
      const [a, b] = await openBoth();
      for (let run = 0; run < numRuns; run += 1) {
        const host = `host ${run}`;
        await a.add(host, 'named', 0);
        const proofs = [a.recordProof(proofOf(host, 'x', 1)), b.recordProof(proofOf(host, 'y', 1))];
        expect((await Promise.all(proofs)).filter((result) => result === 'key_changed')).toHaveLength(1);
        await a.remove(host);
      }
    });

    it('count the failures of both', async () => {
      const [a, b] = await openBoth();
      await a.add('a', 'named', 0);
      const failures = [a, b, a, b].map((peers, at) => peers.recordFailure(failureOf('a', null, at)));
      await Promise.all(failures);
      await expect.poll(() => [a, b].map((peers) => peers.get('a')?.failures)).toEqual([4, 4]);
    });

    it('read what the other one changed and removed, and report it once', async () => {
      const [a, b] = await openBoth();
      await a.learn(['a', 'b'], 0, { max: 2, periodMs: 1000, peers: 2 });
      await expect.poll(() => b.all()).toHaveLength(2);
      const before = changes.count;
      await a.recordProof(proofOf('a', 'key', 1));
      await expect.poll(() => b.get('a')?.publicKey).toBe('key');
      await a.endPractice(undefined);
      expect(changes.count - before).toBe(1);
      await b.recordProof(proofOf('b', 'key', 1));
      await expect.poll(() => a.all()).toMatchObject([{ host: 'b', publicKey: 'key' }]);
    });

    it('together learn as many hosts as one may, and keep as many', async () => {
      const [a, b] = await openBoth();
      const hosts = (name: string) => Array.from({ length: 30 }, (_, n) => `${name}${n}`);
      const limits = { max: 50, periodMs: 600_000, peers: 40 };
      const learning = [a, b, a, b].map((peers, n) => peers.learn(hosts(`${n}.`), 0, limits));
      const learned = (await Promise.all(learning)).flat();
      expect(learned.length).toBeGreaterThanOrEqual(40);
      expect(learned.length).toBeLessThanOrEqual(50);
      await expect.poll(() => [a, b].map((peers) => peers.all().length)).toEqual([40, 40]);
      await replicas()[0].query("UPDATE peer_learning SET since = since - interval '601 seconds'");
      await b.endPractice(undefined);
      expect(await b.learn(['later'], 0, { ...limits, peers: 41 })).toEqual(['later']);
    });
  });
}
