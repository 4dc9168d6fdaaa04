import type { PostgresMigration } from './migration.ts';
import { sharedState } from './migrations/001-shared-state.ts';
import { signIn } from './migrations/002-sign-in.ts';
import { peers } from './migrations/003-peers.ts';
import { leaders } from './migrations/004-leaders.ts';
import { sharedRows } from './migrations/005-shared-rows.ts';
import { changeIds } from './migrations/006-change-ids.ts';
import type { PostgresDatabase, Query } from './postgres-database.ts';

const all: readonly PostgresMigration[] = [sharedState, signIn, peers, leaders, sharedRows, changeIds];

/** Number of the advisory lock that only one migrating replica holds; the value has no meaning. */
const lockNumber = 7_261_094;
/** Limit of a migration, and of waiting for that of another replica. */
const limitMs = 600_000;

/**
 * Brings the schema to the newest version; several replicas may call it at once. Leaves a newer schema as it is.
 * @param nodeId of the node, by its secret; the first one that is given owns the database
 * @throws Error for the database of another node, and for a newer schema that this program cannot use; both before
 *   anything is written
 */
export async function migrate(
  database: PostgresDatabase,
  nodeId: string,
  migrations: readonly PostgresMigration[] = all,
): Promise<void> {
  const newest = migrations.at(-1)?.version ?? 0;
  await database.transaction(async (query) => {
    await query('SELECT pg_advisory_xact_lock($1)', [lockNumber]);
    await refuseOtherNode(query, nodeId);
    const { version, minimum } = await currentSchema(query);
    if (minimum > newest) {
      throw new Error(`The database needs a newer version of Alcove (schema ${minimum}, not ${newest})`);
    }
    for (const next of migrations.filter((migration) => migration.version > version)) {
      await query(next.sql);
      await query('UPDATE schema_version SET version = $1, minimum = $2', [next.version, next.minimum]);
    }
  }, limitMs);
}

/** Another secret could not decrypt what replicas share, and would give the node a second identity. */
async function refuseOtherNode(query: Query, id: string): Promise<void> {
  await query('CREATE TABLE IF NOT EXISTS node (id text NOT NULL)');
  await query('INSERT INTO node SELECT $1 WHERE NOT EXISTS (SELECT FROM node)', [id]);
  const [owner] = await query<{ id: string }>('SELECT id FROM node');
  if (owner?.id === id) return;
  throw new Error(
    `The database belongs to the node ${owner?.id}. The secret of this replica is that of the node ${id}. All replicas of a node need the same secret.`,
  );
}

async function currentSchema(query: Query): Promise<{ version: number; minimum: number }> {
  await query(
    'CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL, minimum integer NOT NULL)',
  );
  await query('INSERT INTO schema_version SELECT 0, 0 WHERE NOT EXISTS (SELECT FROM schema_version)');
  const [current] = await query<{ version: number; minimum: number }>(
    'SELECT version, minimum FROM schema_version',
  );
  return current ?? { version: 0, minimum: 0 };
}
