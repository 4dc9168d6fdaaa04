import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { identityFromSeed } from '../../../src/crypto/identity.ts';
import { migrate } from '../../../src/platform/postgres/migrate.ts';
import type { PostgresDatabase } from '../../../src/platform/postgres/postgres-database.ts';
import {
  missingPostgres,
  type PostgresServer,
  startPostgres,
} from '../../support/postgres/postgres-server.ts';

const missing = missingPostgres();
/** Returns the id of the node with a secret. */
const nodeOf = (secret: number) => identityFromSeed(Buffer.alloc(32, secret)).id;

describe.skipIf(missing)(`replicas of one node${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let server: PostgresServer;
  let databases: PostgresDatabase[];

  beforeEach(async () => {
    server = await startPostgres();
    databases = Array.from({ length: 4 }, () => server.open());
  });
  afterEach(async () => {
    await Promise.all(databases.map((database) => database.close()));
    await server.remove();
  });

  /** Starts four replicas with these secrets at once. */
  const startAll = (secretOf: (replica: number) => number) =>
    Promise.allSettled(databases.map((database, at) => migrate(database, nodeOf(secretOf(at)))));
  const [owner, tables] = ['SELECT id FROM node', 'SELECT relname, relnatts FROM pg_class ORDER BY 1'];
  const all = async (sql: string) => (databases[0] as PostgresDatabase).query<{ id: string }>(sql);

  it('may start at once for the first time with the same secret', async () => {
    for (const started of await startAll(() => 1)) expect(started).toMatchObject({ status: 'fulfilled' });
    expect(await all(owner)).toEqual([{ id: nodeOf(1) }]);
    for (const started of await startAll(() => 1)) expect(started).toMatchObject({ status: 'fulfilled' });
  });

  it('are the ones with the secret of the first, where others start at the same time', async () => {
    const starts = await startAll((replica) => replica % 2);
    const [{ id }] = (await all(owner)) as [{ id: string }];
    for (const [at, started] of starts.entries()) {
      const isOwner = id === nodeOf(at % 2);
      expect(started.status).toBe(isOwner ? 'fulfilled' : 'rejected');
      if (!isOwner) expect(started).toMatchObject({ reason: { message: expect.stringContaining(id) } });
    }
  });

  it('are refused with another secret, before they write anything', async () => {
    const [database] = databases as [PostgresDatabase];
    await migrate(database, nodeOf(1));
    const before = [await all(tables), await all('SELECT version, minimum FROM schema_version')];
    const newer = [{ version: 1001, minimum: 1, sql: 'CREATE TABLE added (n integer)' }];
    for (const start of [() => migrate(database, nodeOf(2)), () => migrate(database, nodeOf(2), newer)]) {
      await expect(start()).rejects.toThrow('belongs to the node');
    }
    expect([await all(tables), await all('SELECT version, minimum FROM schema_version')]).toEqual(before);
    expect(await all(owner)).toEqual([{ id: nodeOf(1) }]);
    await migrate(database, nodeOf(1), newer);
    expect(await all('SELECT version AS id FROM schema_version')).toEqual([{ id: 1001 }]);
  });
});
