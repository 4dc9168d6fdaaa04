import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ApiTokens } from '../../../src/features/auth/tokens/api-tokens.ts';
import { authenticator } from '../../../src/features/auth/tokens/authenticator.ts';
import { PostgresNonceStore } from '../../../src/features/peers/handshake/postgres-nonce-store.ts';
import { DatabaseUnavailableError } from '../../../src/platform/postgres/database-error.ts';
import { migrate } from '../../../src/platform/postgres/migrate.ts';
import type { PostgresDatabase } from '../../../src/platform/postgres/postgres-database.ts';
import { openAuthReplica } from '../../auth/replica.ts';
import { emptiedRows } from '../../content/replicated/replica.ts';
import { missingPostgres } from '../../support/postgres/postgres-server.ts';
import { clusterNodeId, startTwoReplicas, type TwoReplicas } from '../../support/postgres/two-replicas.ts';
import { randomRuns } from '../../support/random-runs.ts';
import { describePostgresEngines } from './describe-postgres-engines.ts';
import { startReporting } from './start-reporting.ts';

const missing = missingPostgres();
/** Limits that are exceeded on purpose. What must succeed has the usual ones, or is tried again. */
const slowServer = { connect: 60_000, statement: 1_000, answer: 60_000 };
const frozenServer = { connect: 5_000, statement: 60_000, answer: 5_000 };

describe.skipIf(missing)(`PostgreSQL${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let both: TwoReplicas;
  let { server, replicas } = {} as TwoReplicas;

  beforeAll(async () => {
    both = await startTwoReplicas();
    ({ server, replicas } = both);
    await replicas[0].query('CREATE TABLE account (name text PRIMARY KEY, amount bigint NOT NULL)');
  });
  afterAll(() => both.end());

  const account = () =>
    replicas[0].query<{ name: string; amount: number }>('SELECT * FROM account ORDER BY 1');
  const fill = async () => {
    await replicas[0].query('TRUNCATE account');
    await replicas[0].query("INSERT INTO account VALUES ('a', 10), ('b', 10)");
  };
  /** Runs with a database of its own, and closes it. */
  const withOwn = async (work: (database: PostgresDatabase) => Promise<void>, more = {}) => {
    const database = server.open(more);
    try {
      await work(database);
    } finally {
      await database.close();
    }
  };

  describePostgresEngines(() => replicas, randomRuns(64));

  describe('a transaction', () => {
    it('writes all or nothing, also if its work ignores a failed statement', async () => {
      await fill();
      const [database] = replicas;
      const failing = database.transaction(async (query) => {
        await query('UPDATE account SET amount = 0');
        throw new TypeError('of the work');
      });
      await expect(failing).rejects.toThrow(TypeError);
      const ignoring = database.transaction(async (query) => {
        await query('UPDATE account SET amount = 0');
        await query("INSERT INTO account VALUES ('a', 1)").catch(() => {});
      });
      await expect(ignoring).rejects.toThrow('ignored');
      expect((await account()).map(({ amount }) => amount)).toEqual([10, 10]);
    });

    it('runs again after a deadlock', async () => {
      await fill();
      let runs = 0;
      const locked = new Set<string>();
      const bothLocked = Promise.withResolvers<void>();
      const move = (database: PostgresDatabase, first: string, second: string) =>
        database.transaction(async (query) => {
          runs += 1;
          const add = (name: string) =>
            query('UPDATE account SET amount = amount + 1 WHERE name = $1', [name]);
          await add(first);
          // Each waits for the row of the other.
          if (locked.add(first).size === 2) bothLocked.resolve();
          await bothLocked.promise;
          await add(second);
        });
      await Promise.all([move(replicas[0], 'a', 'b'), move(replicas[1], 'b', 'a')]);
      expect((await account()).map(({ amount }) => amount)).toEqual([12, 12]);
      expect(runs).toBeGreaterThan(2);
    });

    it('fails when its connection is killed, and leaves nothing', async () => {
      await fill();
      await withOwn(async (database) => {
        const killed = database.transaction(async (query) => {
          await query('UPDATE account SET amount = 0');
          const [own] = await query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
          await replicas[0].query('SELECT pg_terminate_backend($1)', [own?.pid]);
          // Between two statements, nobody waits for the connection that is lost.
          await delay(50);
          await query('UPDATE account SET amount = 1');
        });
        await expect(killed).rejects.toThrow(DatabaseUnavailableError);
        expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
      });
      expect((await account()).map(({ amount }) => amount)).toEqual([10, 10]);
    });
  });

  describe('migrations', () => {
    /** Later than those of the product. */
    const steps = [
      { version: 1001, minimum: 1, sql: 'SELECT 1' },
      { version: 1002, minimum: 1, sql: 'CREATE TABLE added (n integer)' },
      { version: 1003, minimum: 1003, sql: 'DROP TABLE added' },
    ];
    let newest: { version: number; minimum: number };

    const schema = async () => {
      const [row] = await replicas[0].query<typeof newest>('SELECT version, minimum FROM schema_version');
      return row ?? { version: 0, minimum: 0 };
    };
    beforeAll(async () => {
      newest = await schema();
    });
    afterEach(async () => {
      await replicas[0].query('UPDATE schema_version SET version = $1, minimum = $2', [
        newest.version,
        newest.minimum,
      ]);
    });

    it('run once, whoever comes first, and refuse programs that are too old', async () => {
      const upTo = (version: number) => steps.filter((step) => step.version <= version);
      await Promise.all(
        [...replicas, ...replicas].map((database) => migrate(database, clusterNodeId, upTo(1002))),
      );
      // The version before the one that added something goes on.
      await migrate(replicas[1], clusterNodeId);
      await migrate(replicas[0], clusterNodeId, upTo(1003));
      await expect(migrate(replicas[1], clusterNodeId)).rejects.toThrow(`schema 1003, not ${newest.version}`);
    });

    it('may take longer than other statements', async () => {
      const slow = { version: 1001, minimum: 1, sql: 'SELECT pg_sleep(1.5)' };
      await withOwn(async (database) => void (await migrate(database, clusterNodeId, [slow])), {
        limits: slowServer,
      });
      expect((await schema()).version).toBe(1001);
    });

    it('leave nothing if one fails', async () => {
      const broken = { version: 1002, minimum: 1, sql: 'CREATE TABLE half (n integer); SELECT nothing' };
      const migrations = [{ version: 1001, minimum: 1, sql: 'CREATE TABLE whole (n integer)' }, broken];
      await expect(migrate(replicas[0], clusterNodeId, migrations)).rejects.toThrow('nothing');
      const [state] = await replicas[0].query("SELECT to_regclass('whole') AS whole");
      expect(state).toEqual({ whole: null });
      expect(await schema()).toEqual(newest);
    });
  });

  describe('a server', () => {
    it('that needs too long for a statement gives an error', async () => {
      await withOwn(
        async (database) => {
          await expect(database.query('SELECT pg_sleep(60)')).rejects.toThrow(DatabaseUnavailableError);
          expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
        },
        { limits: slowServer },
      );
    });

    it('that does not respond gives errors to all who wait, and serves them later', async () => {
      const detour = await server.detour();
      await withOwn(
        async (database) => {
          const store = new PostgresNonceStore(database);
          const before = () => store.remember('key', 'before', 0).catch(() => 'unavailable');
          await expect.poll(before).toBe('replayed');
          detour.setFrozen(true);
          const waiting = Array.from({ length: 25 }, (_, n) => store.remember('key', `waiting ${n}`, 0));
          const inTransaction = database.transaction((query) => query('SELECT 1'));
          for (const one of await Promise.allSettled([...waiting, inTransaction])) {
            expect(one).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseUnavailableError) });
          }
          detour.setFrozen(false);
          await expect.poll(before).toBe('replayed');
        },
        { url: detour.url, limits: frozenServer },
      );
      await expect.poll(() => detour.connections()).toBe(0);
      await detour.close();
    });

    it('that does not respond during a transaction loses its connection', async () => {
      await fill();
      const detour = await server.detour();
      await withOwn(
        async (database) => {
          const stuck = database.transaction(async (query) => {
            await query("UPDATE account SET amount = 0 WHERE name = 'a'");
            detour.setFrozen(true);
            await query("UPDATE account SET amount = 0 WHERE name = 'b'");
          });
          await expect(stuck).rejects.toThrow(DatabaseUnavailableError);
          detour.setFrozen(false);
          const insert = "INSERT INTO account VALUES ('c', 30) ON CONFLICT DO NOTHING";
          await expect.poll(() => database.query(insert).catch(() => undefined)).toEqual([]);
          expect((await account()).map(({ amount }) => amount)).toEqual([10, 10, 30]);
        },
        { url: detour.url, limits: frozenServer },
      );
      await detour.close();
    });

    it.each(['at once', 'in order'] as const)('that ends %s and starts again is used again', async (how) => {
      await withOwn(async (database) => {
        const store = new PostgresNonceStore(database);
        const memories: string[] = [];
        let isOver = false;
        const use = async (user: number) => {
          for (let n = 0; !isOver; n += 1) {
            const memory = await store.remember('key', `${how} ${user} ${n}`, 0).catch((error: unknown) => {
              expect(error).toBeInstanceOf(DatabaseUnavailableError);
              return delay(5, 'unavailable');
            });
            memories.push(memory);
          }
        };
        const users = Promise.all([1, 2, 3, 4].map(use));
        await expect.poll(() => memories.length).toBeGreaterThan(10);
        await server.end(how);
        await expect.poll(() => memories.at(-1)).toBe('unavailable');
        await server.start();
        await expect.poll(() => memories.at(-1)).toBe('fresh');
        isOver = true;
        await users;
        expect(new Set(memories)).toEqual(new Set(['fresh', 'unavailable']));
      });
    });

    it('that refuses a statement of a series is asked on a new connection', async () => {
      await withOwn(async (database) => {
        const process = () =>
          database.series('process', 'SELECT pg_backend_pid() AS id', async (query) => {
            const [row] = await query<{ id: number }>([]);
            return row?.id;
          });
        const first = await process();
        expect(await process()).toBe(first);
        const refused = database.series('number', 'SELECT $1::integer', (query) => query(['x']));
        await expect(refused).rejects.toThrow('integer');
        expect(await process()).not.toBe(first);
      });
    });

    it('that ends makes requests fail with 503 and a time to try again', async () => {
      const lines: string[] = [];
      const logger = pino({ level: 'info' }, { write: (line) => lines.push(line) });
      await withOwn(
        async (database) => {
          await emptiedRows(database);
          const replica = await openAuthReplica(database);
          await replica.commands.open();
          const tokens = new ApiTokens(replica.tokens);
          const { token } = await tokens.create('bot', ['status:write']);
          const node = await startReporting(
            authenticator(replica.commands, (one) => tokens.authenticate(one)),
          );
          const status = async () => (await node.report(token)).status;
          expect(await status()).toBe(200);
          // A poll of the replica may use one connection; the loss of another one is logged.
          await Promise.all([1, 2, 3].map(() => database.query('SELECT pg_sleep(0.1)')));
          await server.end('at once');
          // The token may have been revoked.
          await expect.poll(status).toBe(503);
          const refused = await node.report(token);
          expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
          expect(refused.headers.get('Content-Type')).toBe('application/problem+json');
          expect(await refused.json()).toMatchObject({ code: 'too_busy', reason: 'storage.unreachable' });
          expect(await status()).toBe(503);
          expect(await tokens.list()).toHaveLength(1);
          await server.start();
          await expect.poll(status).toBe(200);
          expect((await node.report('another-token')).status).toBe(401);
          await node.close();
          await replica.close();
        },
        { logger },
      );
      const outages = lines.filter((line) => /does not answer|answers again/.test(line));
      expect(outages).toHaveLength(2);
      expect(lines.join('')).toContain('a connection to the database was lost');
      expect(lines.join('')).not.toMatch(/"client":|secretKey/);
    });

    it('is unavailable for writes where it only reads, as a standby does', async () => {
      await withOwn(
        async (database) => {
          await expect(database.query('DELETE FROM account')).rejects.toThrow(DatabaseUnavailableError);
        },
        { url: `${server.url}&options=${encodeURIComponent('-c default_transaction_read_only=on')}` },
      );
    });

    it('refuses a wrong password', async () => {
      await withOwn(
        async (database) => {
          await expect(database.query('SELECT 1')).rejects.toThrow('password authentication failed');
        },
        { password: () => 'wrong' },
      );
    });
  });
});
