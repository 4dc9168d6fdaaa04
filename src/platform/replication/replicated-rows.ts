import type { PostgresDatabase, Query } from '../postgres/postgres-database.ts';
import type { Position } from './local-copy.ts';
import type { RowChange } from './replicated-row.ts';

export const channel = 'alcove_rows';
/** Removed rows that are forgotten at a time, because writers wait meanwhile. */
const maxPruned = 10_000;
/** Changes whose ids are kept; a replica that is further behind copies all rows again. */
const maxIds = 1_000_000;

const columns = 'history, last, id, pruned';

/** `||` keeps the columns of a newer version that this one does not have. */
const publishSql = `
  WITH changed AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS changed ("table" text, key text, data jsonb)
  ), numbered AS (
    UPDATE replicated_changes SET last = $2, id = $3
  ), identified AS (
    INSERT INTO replicated_change_ids VALUES ($2, $3) ON CONFLICT DO NOTHING
  ), forgotten AS (
    DELETE FROM replicated_change_ids WHERE change <= $2 - ${maxIds}
  ), written AS (
    INSERT INTO replicated_rows (table_name, key, data, change, removed_at)
      SELECT "table", key, data, $2, CASE WHEN data IS NULL THEN clock_timestamp() END FROM changed
      ON CONFLICT (table_name, key) DO UPDATE SET
        data = CASE WHEN excluded.data IS NULL THEN NULL ELSE coalesce(replicated_rows.data, '{}') || excluded.data END,
        change = excluded.change, removed_at = excluded.removed_at
  )
  SELECT pg_notify('${channel}', $2::text)`;

const pruneSql = `
  WITH oldest AS (
    SELECT table_name, key FROM replicated_rows WHERE removed_at < clock_timestamp() - $1 * interval '1 millisecond'
    ORDER BY removed_at LIMIT ${maxPruned}
  ), forgotten AS (
    DELETE FROM replicated_rows USING oldest
    WHERE replicated_rows.table_name = oldest.table_name AND replicated_rows.key = oldest.key RETURNING change
  )
  UPDATE replicated_changes SET pruned = greatest(pruned, (SELECT max(change) FROM forgotten))
  RETURNING (SELECT count(*) FROM forgotten) AS count`;

/** Returns the last change. */
export async function currentPosition(query: Query): Promise<Position> {
  const [position] = await query<Position>(`SELECT ${columns} FROM replicated_changes`);
  return position as Position;
}

/**
 * Waits until no other replica writes, and returns the last change and the time in milliseconds; nobody else writes
 * until the commit.
 */
export async function lockedPosition(query: Query): Promise<{ position: Position; time: number }> {
  const [row] = await query<Position & { time: number }>(
    `SELECT ${columns}, (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS time
     FROM replicated_changes FOR UPDATE`,
  );
  const { time, ...position } = row as Position & { time: number };
  return { position, time };
}

/** Returns the tables of which replicas have shared rows. */
export async function sharedTables(query: Query): Promise<ReadonlySet<string>> {
  const tables = await query<{ name: string }>('SELECT DISTINCT table_name AS name FROM replicated_rows');
  return new Set(tables.map(({ name }) => name));
}

/** Returns the id of a change; undefined: this database does not have it, or forgot it. */
export async function idOf(query: Query, change: number): Promise<string | undefined> {
  const [row] = await query<{ id: string }>('SELECT id FROM replicated_change_ids WHERE change = $1', [
    change,
  ]);
  return row?.id;
}

/** Reads the rows that were changed after a change, as they are now; without one, all that there are. */
export async function* changedRows(
  query: Query,
  after: number | undefined,
  pageSize: number,
): AsyncGenerator<RowChange[]> {
  const condition = after === undefined ? 'data IS NOT NULL' : `change > ${after}`;
  await query(
    `DECLARE changed_rows NO SCROLL CURSOR FOR
     SELECT table_name AS "table", key, data FROM replicated_rows WHERE ${condition}`,
  );
  for (;;) {
    const page = await query<RowChange>(`FETCH ${pageSize} FROM changed_rows`);
    if (page.length > 0) yield page;
    if (page.length < pageSize) break;
  }
  await query('CLOSE changed_rows');
}

/** Writes rows as this change, and notifies all replicas when it is committed. */
export async function publish(
  query: Query,
  changes: readonly RowChange[],
  { last, id }: Position,
): Promise<void> {
  await query(publishSql, [JSON.stringify(changes), last, id]);
}

/** Forgets rows that were removed longer ago than this; returns how many, up to a limit. */
export async function prune(database: PostgresDatabase, keptMs: number): Promise<number> {
  return database.transaction(async (query) => {
    await lockedPosition(query);
    const [forgotten] = await query<{ count: number }>(pruneSql, [keptMs]);
    return forgotten?.count ?? 0;
  });
}
