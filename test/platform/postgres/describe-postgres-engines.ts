import { describe, expect, it } from 'vitest';
import { PostgresActivityStore } from '../../../src/features/activity/postgres-activity-store.ts';
import { PostgresNonceStore } from '../../../src/features/peers/handshake/postgres-nonce-store.ts';
import { PostgresPeerHistoryStore } from '../../../src/features/peers/repository/postgres-peer-history-store.ts';
import { PostgresPeerStore } from '../../../src/features/peers/repository/postgres-peer-store.ts';
import type { PostgresDatabase } from '../../../src/platform/postgres/postgres-database.ts';
import { activityLine, describeActivityStore } from '../../activity/describe-activity-store.ts';
import { describeReplicatedSignIn } from '../../auth/describe-replicated-sign-in.ts';
import { describeSignInStore } from '../../auth/describe-sign-in-store.ts';
import { describeTokenStore } from '../../auth/describe-token-store.ts';
import { inTurns, openTwoAuthReplicas } from '../../auth/replica.ts';
import { describeReplicatedChecks } from '../../content/replicated/describe-replicated-checks.ts';
import { describeReplicatedContents } from '../../content/replicated/describe-replicated-contents.ts';
import { describeReplicatedReads } from '../../content/replicated/describe-replicated-reads.ts';
import { describeReplicatedOrders } from '../../orders/describe-replicated-orders.ts';
import { describePeerHistoryStore } from '../../peers/describe-peer-history-store.ts';
import { describePeerStore } from '../../peers/describe-peer-store.ts';
import { describeReplicatedPeers, emptiedPeers } from '../../peers/describe-replicated-peers.ts';
import { describeNonceStore } from '../../peers/handshake/describe-nonce-store.ts';
import { describeReplicatedUploads } from '../../uploads/describe-replicated-uploads.ts';
import { describeReplicatedOwnerRows } from '../replication/describe-replicated-owner-rows.ts';

const now = 1_766_000_000_000;

/**
 * The suites of the storage ports on PostgreSQL, and what only several replicas can show.
 * @param replicas returns the same database, opened twice
 * @param numRuns the number of random sequences
 */
export function describePostgresEngines(
  replicas: () => readonly [PostgresDatabase, PostgresDatabase],
  numRuns: number,
): void {
  const emptied = async (...tables: string[]) => {
    const [database] = replicas();
    await database.query(`TRUNCATE ${tables.join(', ')}`);
    return database;
  };
  const nonces = () => emptied('handshake_nonces', 'handshake_minutes');

  describeNonceStore(
    'PostgresNonceStore',
    async (capacity) => new PostgresNonceStore(await nonces(), capacity),
    numRuns,
  );
  describeActivityStore(
    'PostgresActivityStore',
    async () => new PostgresActivityStore(await emptied('activity')),
  );

  describeTokenStore('ApiTokenRepository of two replicas', async () =>
    inTurns(await openTwoAuthReplicas(replicas()), ({ tokens }) => tokens),
  );
  describeSignInStore('SignInRepository of two replicas', async () => {
    const both = await openTwoAuthReplicas(replicas());
    return { store: inTurns(both, ({ store }) => store), tokens: inTurns(both, ({ tokens }) => tokens) };
  });
  describeReplicatedSignIn(replicas, numRuns);
  describePeerStore(
    'PostgresPeerStore',
    async () => new PostgresPeerStore(await emptiedPeers(replicas()[0])),
    numRuns,
  );
  describePeerHistoryStore('PostgresPeerHistoryStore', async () => {
    const database = await emptiedPeers(replicas()[0]);
    return { history: new PostgresPeerHistoryStore(database), peers: new PostgresPeerStore(database) };
  });
  describeReplicatedPeers(replicas, numRuns);
  // Each opens three databases.
  describeReplicatedContents(replicas, numRuns / 4);
  describeReplicatedReads(replicas);
  describeReplicatedUploads(replicas);
  describeReplicatedOrders(replicas, numRuns / 4);
  describeReplicatedChecks(replicas);
  describeReplicatedOwnerRows(replicas, numRuns / 4);

  describe('two replicas', () => {
    it('accept each handshake once', async () => {
      await nonces();
      const stores = replicas().map((database) => new PostgresNonceStore(database));
      for (let round = 0; round < numRuns; round += 1) {
        const uses = [0, 1, 2, 3].flatMap(() =>
          stores.map((store) => store.remember('key', `${round}`, now)),
        );
        const memories = await Promise.all(uses);
        expect(memories.toSorted()).toEqual(['fresh', ...Array.from({ length: 7 }, () => 'replayed')]);
      }
    });

    it('forget old nonces by the clock of the database', async () => {
      const database = await nonces();
      const store = new PostgresNonceStore(database);
      await store.remember('key', 'old', now);
      await database.query("UPDATE handshake_nonces SET stored_at = stored_at - interval '21 minutes'");
      await store.remember('key', 'new', now);
      // A clock that is a day ahead removes only what is old by the clock of the database.
      expect(await store.remember('key', 'ahead', now + 86_400_000)).toBe('fresh');
      const stored = () => database.query('SELECT count(*) AS n FROM handshake_nonces');
      await expect.poll(stored).toEqual([{ n: 2 }]);
      expect(await store.remember('key', 'new', now)).toBe('replayed');
    });

    it('accept a handshake also when old nonces cannot be removed', async () => {
      const database = await nonces();
      const store = new PostgresNonceStore(database);
      await store.remember('key', 'old', now);
      await database.query("UPDATE handshake_nonces SET stored_at = stored_at - interval '21 minutes'");
      await database.query('CREATE TABLE keeps (hash bytea REFERENCES handshake_nonces)');
      await database.query('INSERT INTO keeps SELECT hash FROM handshake_nonces');
      const isStored = async () => (await store.remember('key', 'new', now)) === 'replayed';
      expect(await store.remember('key', 'new', now + 60_000)).toBe('fresh');
      expect(await isStored()).toBe(true);
      await database.query('DROP TABLE keeps');
      let later = now + 60_000;
      await expect
        .poll(async () => {
          // A removal skips rows that the failed one has still locked, so each minute tries again.
          later += 60_000;
          await store.remember('key', 'newer', later);
          return database.query('SELECT count(*) AS n FROM handshake_nonces');
        })
        .toEqual([{ n: 2 }]);
    });

    it('number the lines of the activity log in the order of their commits', async () => {
      await emptied('activity');
      const stores = replicas().map((database) => new PostgresActivityStore(database));
      const reader = new PostgresActivityStore(replicas()[0]);
      const followed: number[] = [];
      const follow = async () => {
        const query = { q: '', beforeNumber: Number.MAX_SAFE_INTEGER, limit: 10_000 };
        const rows = await reader.page({ ...query, fromNumber: (followed.at(-1) ?? 0) + 1 });
        followed.push(...rows.map(({ number }) => number).reverse());
      };
      let isWriting = true;
      const write = async (store: PostgresActivityStore) => {
        const written: number[] = [];
        for (let batch = 0; batch < numRuns; batch += 1) {
          written.push(...(await store.write([activityLine({}), activityLine({})])));
        }
        return written;
      };
      const writers = Promise.all([...stores, ...stores].map(write)).finally(() => {
        isWriting = false;
      });
      while (isWriting) await follow();
      const written = (await writers).flat().sort((a, b) => a - b);
      await follow();
      expect(followed).toEqual(written);
    });

    it('store text with NUL', async () => {
      const store = new PostgresActivityStore(await emptied('activity'));
      await store.write([activityLine({ subject: 'a\0b' })]);
      const [row] = await store.page({ q: 'a\0b', beforeNumber: Number.MAX_SAFE_INTEGER, limit: 1 });
      expect(row?.subject).toBe('a\ufffdb');
    });
  });
}
