import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PostgresNonceStore } from '../../../src/features/peers/handshake/postgres-nonce-store.ts';
import { DatabaseUnavailableError } from '../../../src/platform/postgres/database-error.ts';
import { describePostgresEngines } from '../../platform/postgres/describe-postgres-engines.ts';
import { missingPostgres } from '../../support/postgres/postgres-server.ts';
import { startTwoReplicas, type TwoReplicas } from '../../support/postgres/two-replicas.ts';

const missing = missingPostgres();
const kills = 20;
const now = 1_766_000_000_000;

describe.skipIf(missing)(`replicas on PostgreSQL${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let both: TwoReplicas;
  let { server, replicas } = {} as TwoReplicas;

  beforeAll(async () => {
    both = await startTwoReplicas();
    ({ server, replicas } = both);
  });
  afterAll(() => both.end());

  describePostgresEngines(() => replicas, 300);

  it(`refuse every nonce that they acknowledged, after ${kills} kills of the server`, async () => {
    const stores = replicas.map((database) => new PostgresNonceStore(database));
    const acknowledged: string[] = [];
    let isOver = false;
    const use = async (replica: PostgresNonceStore, user: string) => {
      for (let n = 0; !isOver; n += 1) {
        try {
          const nonce = `${user} ${n}`;
          if ((await replica.remember('key', nonce, now)) === 'fresh') acknowledged.push(nonce);
        } catch (error) {
          expect(error).toBeInstanceOf(DatabaseUnavailableError);
          await delay(5);
        }
      }
    };
    const users = [0, 1, 2, 3].flatMap((user) => stores.map((replica, n) => use(replica, `${n}.${user}`)));
    for (let kill = 0; kill < kills; kill += 1) {
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 50);
      await server.end('at once');
      await server.start();
    }
    isOver = true;
    await Promise.all(users);
    const [store] = stores;
    for (const nonce of acknowledged)
      expect(await store?.remember('key', nonce, now), nonce).toBe('replayed');
    expect(acknowledged.length).toBeGreaterThan(kills * 50);
  });
});
