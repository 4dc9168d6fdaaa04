import { MessageError, message } from '../../core/messages/message.ts';
import type { PostgresMigration } from './migration.ts';
import { sharedState } from './migrations/001-shared-state.ts';
import { peers } from './migrations/003-peers.ts';
import { leaders } from './migrations/004-leaders.ts';
import { sharedRows } from './migrations/005-shared-rows.ts';
import { changeIds } from './migrations/006-change-ids.ts';
import { replicatedNames } from './migrations/007-replicated-names.ts';
import { fences } from './migrations/008-fences.ts';
import { bucket } from './migrations/009-bucket.ts';
import type { PostgresDatabase, Query } from './postgres-database.ts';

const all: readonly PostgresMigration[] = [
  sharedState,
  peers,
  leaders,
  sharedRows,
  changeIds,
  replicatedNames,
  fences,
  bucket,
];

/** Number of the advisory lock that only one migrating replica holds; the value has no meaning. */
const lockNumber = 7_261_094;
/** Limit of a migration, and of waiting for another one. */
const limitMs = 600_000;

export interface SchemaVersions {
  from: number;
  to: number;
}

/**
 * Brings the schema to the newest version; several callers may do that at once. Leaves a newer schema as it is.
 * @param nodeId of the node, by its secret; the first one that is given owns the database
 * @throws MessageError for the database of another node, and for a newer schema that this program cannot use; both
 *   before anything is written
 */
export async function migrate(
  database: PostgresDatabase,
  nodeId: string,
  migrations: readonly PostgresMigration[] = all,
): Promise<SchemaVersions> {
  const newest = newestOf(migrations);
  return database.transaction(async (query) => {
    await query('SELECT pg_advisory_xact_lock($1)', [lockNumber]);
    await query('CREATE TABLE IF NOT EXISTS node (id text NOT NULL)');
    await query('INSERT INTO node SELECT $1 WHERE NOT EXISTS (SELECT FROM node)', [nodeId]);
    await refuseOtherNode(query, nodeId);
    await query(
      'CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL, minimum integer NOT NULL)',
    );
    await query('INSERT INTO schema_version SELECT 0, 0 WHERE NOT EXISTS (SELECT FROM schema_version)');
    const current = await currentSchema(query);
    refuseNewer(current, newest);
    for (const next of migrations.filter(({ version }) => version > current.version)) {
      await query(next.sql);
      await query('UPDATE schema_version SET version = $1, minimum = $2', [next.version, next.minimum]);
    }
    return { from: current.version, to: Math.max(current.version, newest) };
  }, limitMs);
}

/**
 * Checks that this program can use the database, and writes nothing. A replica does not migrate: the wrong empty
 * database would become that of the node, and only the operator knows whether replicas of an older version run.
 * @throws MessageError for an older schema, a newer one that this program cannot use, and the database of another node
 */
export async function requireSchema(database: PostgresDatabase, nodeId: string): Promise<void> {
  const newest = newestOf(all);
  const [tables] = await database.query<{ exist: boolean }>(
    "SELECT to_regclass('node') IS NOT NULL AND to_regclass('schema_version') IS NOT NULL AS exist",
  );
  if (!tables?.exist) throw new MessageError('startup.clusterSchemaEmpty');
  await refuseOtherNode(database.query, nodeId);
  const current = await currentSchema(database.query);
  refuseNewer(current, newest);
  if (current.version < newest) {
    throw new MessageError(message('startup.clusterSchemaOlder', { version: current.version, newest }));
  }
}

const newestOf = (migrations: readonly PostgresMigration[]): number => migrations.at(-1)?.version ?? 0;

/** Another secret could not decrypt what replicas share, and would give the node a second identity. */
async function refuseOtherNode(query: Query, id: string): Promise<void> {
  const [owner] = await query<{ id: string }>('SELECT id FROM node');
  if (owner?.id === id) return;
  throw new MessageError(message('startup.clusterOtherNode', { owner: owner?.id ?? '', id }));
}

function refuseNewer({ minimum }: { minimum: number }, newest: number): void {
  if (minimum > newest) throw new MessageError(message('startup.clusterSchemaNewer', { minimum, newest }));
}

async function currentSchema(query: Query): Promise<{ version: number; minimum: number }> {
  const [current] = await query<{ version: number; minimum: number }>(
    'SELECT version, minimum FROM schema_version',
  );
  return current ?? { version: 0, minimum: 0 };
}
