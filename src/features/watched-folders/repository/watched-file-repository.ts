import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { type InTransaction, transactionsOf } from '../../../platform/sqlite/transaction.ts';
import { type BytePath, fromBytes, toBytes } from '../byte-path.ts';
import type { FileId, SeenFile } from '../scan/walk.ts';

/** The record of a file in a watched folder; times in milliseconds. */
export interface KnownFile extends FileId {
  path: BytePath;
  size: number;
  /** Time of the last change of its bytes, in microseconds. */
  mtime: number;
  /** Null until it is stored. */
  sha256: Buffer | null;
  /** Whether the content was added by this folder. */
  isOwn: boolean;
  /** Time at which adding it began; null when it has ended. */
  addingSince: number | null;
  /** Time at which it was found missing. */
  missingSince: number | null;
}

type Stored = Omit<KnownFile, 'path' | 'isOwn'> & { path: Buffer; isOwn: number };
type Seen = Pick<SeenFile, 'path' | 'size' | 'mtime' | 'device' | 'inode'>;

/** The known files of watched folders. */
export class WatchedFileRepository {
  readonly #inTransaction: InTransaction;
  readonly #all: Statement<[number], Stored>;
  readonly #count: Statement<[number], number>;
  readonly #isWatched: Statement<[Buffer], unknown>;
  readonly #isImported: Statement<[Buffer], unknown>;
  readonly #hasTwin: Statement<[Buffer, number, Buffer], unknown>;
  readonly #begin: Statement<[object]>;
  readonly #finish: Statement<[object]>;
  readonly #move: Statement<[object]>;
  readonly #setSeen: Statement<[object]>;
  readonly #missing: Statement<[number, number, Buffer]>;
  readonly #remove: Statement<[number, Buffer]>;
  readonly #forget: Statement<[number]>;
  readonly #addRemoval: Statement<[number, Buffer]>;
  readonly #removals: Statement<[number], Buffer>;
  readonly #endRemoval: Statement<[number, Buffer]>;

  constructor(db: Db) {
    const at = 'folder = @folder AND path = @path';
    const facts = 'size = @size, mtime = @mtime, device = @device, inode = @inode, missing_since = NULL';
    this.#inTransaction = transactionsOf(db);
    this.#all = db.prepare(
      `SELECT path, size, mtime, device, inode, sha256, is_own AS isOwn, adding_since AS addingSince,
         missing_since AS missingSince FROM watched_files WHERE folder = ?`,
    );
    this.#count = db
      .prepare<[number], number>(
        `SELECT count(*) FROM watched_files WHERE folder = ? AND sha256 IS NOT NULL AND missing_since IS NULL`,
      )
      .pluck();
    this.#isWatched = db.prepare('SELECT 1 FROM watched_files WHERE sha256 = ? LIMIT 1');
    this.#isImported = db.prepare('SELECT 1 FROM watched_files WHERE sha256 = ? AND is_own = 1 LIMIT 1');
    this.#hasTwin = db.prepare(
      'SELECT 1 FROM watched_files WHERE sha256 = ? AND NOT (folder = ? AND path = ?) LIMIT 1',
    );
    // The record keeps the former facts of a changed file, so that it is recognised as changed again after a crash.
    this.#begin = db.prepare(
      `INSERT INTO watched_files (folder, path, size, mtime, device, inode, adding_since)
       VALUES (@folder, @path, @size, @mtime, @device, @inode, @now)
       ON CONFLICT (folder, path) DO UPDATE SET adding_since = coalesce(adding_since, @now)`,
    );
    this.#finish = db.prepare(
      `UPDATE watched_files SET ${facts}, sha256 = @sha256, is_own = @isOwn, adding_since = NULL WHERE ${at}`,
    );
    this.#move = db.prepare(`UPDATE OR REPLACE watched_files SET path = @to, ${facts} WHERE ${at}`);
    this.#setSeen = db.prepare(`UPDATE watched_files SET ${facts} WHERE ${at}`);
    this.#missing = db.prepare('UPDATE watched_files SET missing_since = ? WHERE folder = ? AND path = ?');
    this.#remove = db.prepare('DELETE FROM watched_files WHERE folder = ? AND path = ?');
    this.#forget = db.prepare('DELETE FROM watched_files WHERE folder = ? AND missing_since IS NOT NULL');
    this.#addRemoval = db.prepare('INSERT OR IGNORE INTO watched_removals (folder, sha256) VALUES (?, ?)');
    this.#removals = db
      .prepare<[number], Buffer>('SELECT sha256 FROM watched_removals WHERE folder = ?')
      .pluck();
    this.#endRemoval = db.prepare('DELETE FROM watched_removals WHERE folder = ? AND sha256 = ?');
  }

  all(folder: number): Map<BytePath, KnownFile> {
    const rows = this.#all.all(folder).map((row) => ({
      ...row,
      path: fromBytes(row.path),
      isOwn: row.isOwn === 1,
    }));
    return new Map(rows.map((row) => [row.path, row]));
  }

  /** Returns how many files are stored and in the folder. */
  count(folder: number): number {
    return this.#count.get(folder) ?? 0;
  }

  /** Returns whether a content is a file of any watched folder. */
  isWatched(sha256: Buffer): boolean {
    return this.#isWatched.get(sha256) !== undefined;
  }

  /** Returns whether a content was added by a watched folder. */
  isImported(sha256: Buffer): boolean {
    return this.#isImported.get(sha256) !== undefined;
  }

  /** Returns whether another file of a watched folder has this content, too. */
  hasTwin(folder: number, path: BytePath, sha256: Buffer): boolean {
    return this.#hasTwin.get(sha256, folder, toBytes(path)) !== undefined;
  }

  /** Records that a file is being added. */
  begin(folder: number, seen: Seen, now: number): void {
    this.#begin.run(values(folder, seen, { now }));
  }

  /** Records that a file is stored. @param superseded its former content, if that is to be removed */
  finish(
    folder: number,
    seen: Seen,
    { sha256, isOwn, superseded }: { sha256: Buffer; isOwn: boolean; superseded: Buffer | undefined },
  ): void {
    this.#inTransaction(() => {
      this.#finish.run(values(folder, seen, { sha256, isOwn: Number(isOwn) }));
      if (superseded) this.#addRemoval.run(folder, superseded);
    });
  }

  /** Records that a file has another name. */
  move(folder: number, from: BytePath, seen: Seen): void {
    this.#move.run({ ...values(folder, seen), path: toBytes(from), to: toBytes(seen.path) });
  }

  /** Updates the record of a file whose bytes are unchanged. */
  seen(folder: number, seen: Seen): void {
    this.#setSeen.run(values(folder, seen));
  }

  missing(folder: number, paths: readonly BytePath[], now: number): void {
    this.#inTransaction(() => {
      for (const path of paths) this.#missing.run(now, folder, toBytes(path));
    });
  }

  /** Removes the record of a file. @param removal the content, if it is to be removed */
  remove(folder: number, path: BytePath, removal: Buffer | undefined): void {
    this.#inTransaction(() => {
      this.#remove.run(folder, toBytes(path));
      if (removal) this.#addRemoval.run(folder, removal);
    });
  }

  /** Removes the records of missing files. */
  forgetMissing(folder: number): void {
    this.#forget.run(folder);
  }

  /** Returns the contents that are to be removed. */
  removals(folder: number): Buffer[] {
    return this.#removals.all(folder);
  }

  endRemoval(folder: number, sha256: Buffer): void {
    this.#endRemoval.run(folder, sha256);
  }
}

const values = <T extends object>(folder: number, { path, size, mtime, device, inode }: Seen, more?: T) => ({
  folder,
  path: toBytes(path),
  size,
  mtime,
  device,
  inode,
  ...more,
});
