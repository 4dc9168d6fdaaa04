import type { RecoveryRows } from '../../contract/recovery-file.ts';
import type { Db } from '../../platform/sqlite/database.ts';
import { readCollections, writeCollections } from './recovery-collections.ts';

/** The tables whose rows a recovery file contains unchanged. */
type Table = Exclude<keyof RecoveryRows, 'collections'>;

/** The part of a table that a recovery file contains. */
interface Part {
  /** Name of the table if it differs from the part's name. */
  table?: string;
  columns: readonly string[];
  /** Columns with bytes. */
  blobs?: readonly string[];
  /** Condition of the rows; all rows by default. */
  where?: string;
  /** SQL values of columns that a restore sets in all rows. */
  also?: Readonly<Record<string, string>>;
  /** Key of the one row that every database contains and a restore updates. */
  row?: string;
}

/** Value of `scan_before` with which a restored subscription scans the whole remote index, like a new one. */
const wholeIndex = `${Number.MAX_SAFE_INTEGER}`;

const parts: { readonly [T in Table]: Part } = {
  content_keys: {
    columns: ['plain_size', 'content_type', 'origin', 'created_at'],
    blobs: ['sealed_sha256', 'plain_sha256', 'key', 'key_hash'],
  },
  receipts: { columns: ['network', 'licence_address', 'document', 'received_at'] },
  // Unfinished registrations depend on orders, which are not included, so only the key is restored.
  sealings: {
    columns: ['user', 'was_published', 'begun_at', 'registered_at'],
    blobs: ['plain_sha256', 'sealed_sha256'],
    where: 'registered_at IS NOT NULL AND sealed_sha256 IS NOT NULL',
  },
  // The keys are pinned; they are verified again at the next handshake.
  peers: {
    columns: ['host', 'source', 'added_at', 'public_key'],
    where: "source IN ('named', 'removed')",
  },
  blocked: { columns: ['reason', 'blocked_at'], blobs: ['sha256'] },
  subscriptions: {
    columns: ['id', 'kind', 'value', 'fact', 'created_at'],
    where: 'ended = 0',
    also: { scan_before: wholeIndex },
  },
  api_tokens: { columns: ['id', 'name', 'scopes', 'created_at'], blobs: ['token_sha256'] },
  owner: {
    table: 'users',
    columns: ['telegram_id', 'username', 'first_name', 'last_name', 'selected_wallet'],
    row: "id = 'owner'",
  },
  wallets: {
    columns: ['address', 'version', 'linked', 'first_proven_at', 'proven_at'],
    where: "user_id = 'owner'",
    also: { user_id: "'owner'" },
  },
  share_hosts: {
    columns: ['host', 'way', 'signed_in_at'],
    blobs: ['sealed_token'],
    where: "way <> 'practice'",
  },
};

const names = Object.keys(parts) as Table[];

/** Reads and writes the rows that a new computer could not obtain elsewhere, except contents. */
export class RecoveryRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Reads all rows in one consistent snapshot, without validation. */
  read(): Record<keyof RecoveryRows, unknown[]> {
    const readAll = this.#db.transaction(() => ({
      ...Object.fromEntries(names.map((name) => [name, this.#db.prepare(selection(name)).all()])),
      collections: readCollections(this.#db),
    }));
    return readAll() as Record<keyof RecoveryRows, unknown[]>;
  }

  /** Writes all rows into a new database, or nothing; returns false when the rows contradict each other. */
  write(rows: RecoveryRows): boolean {
    const writeAll = this.#db.transaction(() => {
      for (const name of names) {
        const insert = this.#db.prepare(writing(name));
        for (const row of rows[name]) insert.run(row);
      }
      writeCollections(this.#db, rows.collections);
    });
    try {
      writeAll();
      return true;
    } catch (error) {
      if (/^SQLITE_CONSTRAINT/.test((error as { code?: string }).code ?? '')) return false;
      throw error;
    }
  }
}

function selection(name: Table): string {
  const { table = name, columns, blobs = [], row = 'true', where = row } = parts[name];
  const asText = blobs.map((column) => `iif(${column} IS NULL, NULL, lower(hex(${column}))) AS ${column}`);
  return `SELECT ${[...columns, ...asText].join(', ')} FROM ${table} WHERE ${where}`;
}

function writing(name: Table): string {
  const { table = name, columns, blobs = [], also = {}, row } = parts[name];
  if (row)
    return `UPDATE ${table} SET ${columns.map((column) => `${column} = @${column}`).join(', ')} WHERE ${row}`;
  const values = [
    ...columns.map((column) => `@${column}`),
    ...blobs.map((column) => `unhex(@${column})`),
    ...Object.values(also),
  ];
  return `INSERT INTO ${table} (${[...columns, ...blobs, ...Object.keys(also)].join(', ')}) VALUES (${values.join(', ')})`;
}
