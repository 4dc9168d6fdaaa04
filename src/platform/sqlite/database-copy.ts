import { chmodSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { MessageError, message } from '../../core/messages/message.ts';

/** Pages of a step, 16 MB; between two steps, the copy can be cancelled. */
const pagesAtOnce = 4096;

/**
 * Copies a consistent snapshot of a node's database, even while another process writes to it. The copy is one checked
 * file (0600) without a log.
 * @param to replaced if it exists
 * @throws MessageError when the database is damaged; the reason of `signal`
 */
export async function copyDatabase(from: string, to: string, signal?: AbortSignal): Promise<void> {
  for (const leftOver of [to, `${to}-journal`, `${to}-wal`, `${to}-shm`]) rmSync(leftOver, { force: true });
  // A read-only connection would leave its log and shared memory behind.
  const source = new Database(from, { fileMustExist: true });
  try {
    source.pragma('query_only = ON');
    source.pragma('busy_timeout = 5000');
    // One read transaction for all steps, because otherwise every write would restart the copy.
    source.exec('BEGIN');
    source.prepare('SELECT 1 FROM sqlite_schema').get();
    await source.backup(to, {
      progress: () => {
        signal?.throwIfAborted();
        return pagesAtOnce;
      },
    });
  } finally {
    source.close();
  }
  signal?.throwIfAborted();
  chmodSync(to, 0o600);
  const copy = new Database(to);
  try {
    copy.pragma('journal_mode = DELETE');
    const found = copy.pragma('quick_check(1)', { simple: true });
    if (found !== 'ok') {
      throw new MessageError(message('backup.databaseDamaged', { path: from, problem: String(found) }));
    }
  } finally {
    copy.close();
  }
}

/**
 * Reads the list of contents from a copied database without changing it. Contents in a bucket are not listed, because
 * a backup does not copy their bytes.
 */
export class CopiedDatabase {
  readonly #db: Database.Database;
  /** A database of an earlier version has no segments. */
  readonly #onDisk: string = '';
  readonly #known: Database.Statement<[Buffer], { found: 1 }>;

  /** @throws MessageError for a database with views, which none of a node has: their rows might never end */
  constructor(path: string) {
    this.#db = new Database(path, { readonly: true, fileMustExist: true });
    if (this.#db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'view'").get()) {
      this.#db.close();
      throw new MessageError(message('backup.contentsDamaged', { path }));
    }
    const hasSegments = this.#db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'segments'").get();
    if (hasSegments) this.#onDisk = 'WHERE sha256 NOT IN (SELECT sha256 FROM segments)';
    this.#known = this.#db.prepare('SELECT 1 AS found FROM contents WHERE sha256 = ?');
  }

  /** Returns the number of contents and their total bytes. */
  totals(): { contents: number; bytes: number } {
    return this.#db
      .prepare<[], { contents: number; bytes: number }>(
        `SELECT count(*) AS contents, coalesce(sum(size), 0) AS bytes FROM contents ${this.#onDisk}`,
      )
      .get() as { contents: number; bytes: number };
  }

  /**
   * Iterates over every content by its hash. Validates the hashes, because files are located by them and the copy may
   * come from anywhere.
   * @throws MessageError when the database is damaged
   */
  *contents(): IterableIterator<{ sha256: Buffer; size: number }> {
    const rows = this.#db
      .prepare<[], { sha256: unknown; size: unknown }>(
        `SELECT sha256, size FROM contents ${this.#onDisk} ORDER BY sha256`,
      )
      .iterate();
    for (const { sha256, size } of rows) {
      if (!Buffer.isBuffer(sha256) || sha256.length !== 32 || typeof size !== 'number') {
        throw new MessageError(message('backup.contentsDamaged', { path: this.#db.name }));
      }
      yield { sha256, size };
    }
  }

  knows(sha256: Buffer): boolean {
    return this.#known.get(sha256) !== undefined;
  }

  close(): void {
    this.#db.close();
  }
}
