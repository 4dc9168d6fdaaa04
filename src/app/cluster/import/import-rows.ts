import { createHash } from 'node:crypto';
import { MessageError } from '../../../core/messages/message.ts';
import { ChainIndexRepository } from '../../../features/chain/index.ts';
import type { PostgresDatabase, Query } from '../../../platform/postgres/postgres-database.ts';
import { ReplicatedCommands } from '../../../platform/replication/replicated-commands.ts';
import { ReplicatedTable } from '../../../platform/replication/replicated-table.ts';
import type { Db } from '../../../platform/sqlite/database.ts';
import { replicatedTables as tables } from '../replicated-tables.ts';

const pageSize = 1_000;

/** Tables that both engines have with the same columns, except a number that PostgreSQL gives itself. */
const sameTables = [
  { name: 'peers', number: undefined, condition: 'TRUE' },
  { name: 'peer_exchanges', number: undefined, condition: 'host IN (SELECT host FROM peers)' },
  { name: 'peer_latencies', number: 'number', condition: 'host IN (SELECT host FROM peers)' },
  { name: 'activity', number: undefined, condition: 'TRUE' },
] as const;

/** Returns the number of the last change of the database, which has none before replicas share something. */
export async function lastChange(database: PostgresDatabase): Promise<number> {
  const [row] = await database.query<{ last: number }>('SELECT last FROM replicated_changes');
  return row?.last ?? 0;
}

/** Returns what tells this database from any other one. */
export async function historyOf(database: PostgresDatabase): Promise<string> {
  const [row] = await database.query<{ history: string }>('SELECT history FROM replicated_changes');
  return row?.history ?? '';
}

/**
 * Writes the rows of a node that replicas share, all or none.
 * @throws MessageError, without a change, where replicas have written
 */
export async function importRows(database: PostgresDatabase, db: Db): Promise<void> {
  // Completes the rows of an earlier version, which replicas cannot do for themselves.
  new ChainIndexRepository(db);
  const commands = new ReplicatedCommands({ database, db, tables });
  // A replica may have written while the files were copied, which may take hours.
  const isWritten = await commands.share(async (query) => {
    for (const table of sameTables) await copyTable(query, db, table);
    await query(
      'UPDATE activity_number SET last = greatest(last, (SELECT coalesce(max(number), 0) FROM activity))',
    );
  });
  await commands.close();
  if (!isWritten) throw new MessageError('startup.clusterImportNotEmpty');
}

/**
 * Compares the rows of the database with those of a node, by copying them as a new replica does.
 * @param empty a new database
 * @returns the number of rows in each table, and the first table that differs
 */
export async function compareRows(
  database: PostgresDatabase,
  db: Db,
  empty: Db,
): Promise<{ rows: Record<string, number>; differing: string | undefined }> {
  const commands = new ReplicatedCommands({ database, db: empty, tables });
  await commands.join();
  await commands.close();
  const counted: Record<string, number> = {};
  let differing: string | undefined;
  for (const name of tables.flatMap(({ rows, counters }) => [...rows, ...counters])) {
    const [own, shared] = [digestOf(db, name), digestOf(empty, name)];
    if (own.rows !== shared.rows || !own.digest.equals(shared.digest)) differing ??= name;
    counted[name] = own.rows;
  }
  return { rows: counted, differing };
}

async function copyTable(
  query: Query,
  db: Db,
  { name, number, condition }: (typeof sameTables)[number],
): Promise<void> {
  const [own] = await query(`SELECT 1 FROM ${name} LIMIT 1`);
  if (own) throw new MessageError('startup.clusterImportNotEmpty');
  const columns = db
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
    .pluck()
    .all(name)
    .filter((column) => column !== number)
    .join(', ');
  const insert = `INSERT INTO ${name} (${columns})
    SELECT ${columns} FROM jsonb_populate_recordset(NULL::${name}, $1::jsonb)`;
  let page: unknown[] = [];
  for (const row of db.prepare(`SELECT ${columns} FROM ${name} WHERE ${condition}`).iterate()) {
    page.push(row);
    if (page.length < pageSize) continue;
    await query(insert, [jsonOf(page)]);
    page = [];
  }
  await query(insert, [jsonOf(page)]);
}

/** PostgreSQL stores every character of Unicode except NUL. */
const jsonOf = (rows: readonly unknown[]): string =>
  JSON.stringify(rows, (_, value) => (typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value));

/** Returns the number of rows and a hash of all of them, in any order. */
function digestOf(db: Db, name: string): { rows: number; digest: Buffer } {
  const table = new ReplicatedTable(db, name);
  const keys = table.keys();
  const digest = Buffer.alloc(32);
  for (const key of keys) {
    const row = createHash('sha256')
      .update(JSON.stringify([key, table.read(key)]))
      .digest();
    for (const [at, byte] of row.entries()) digest[at] = (digest[at] ?? 0) ^ byte;
  }
  return { rows: keys.length, digest };
}
