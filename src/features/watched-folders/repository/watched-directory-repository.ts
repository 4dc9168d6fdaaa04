import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { type InTransaction, transactionsOf } from '../../../platform/sqlite/transaction.ts';
import { type BytePath, fromBytes, isBelow, toBytes } from '../byte-path.ts';
import type { FileId, SeenDirectory } from '../scan/walk.ts';

/** A folder whose files are in a collection. */
export interface KnownDirectory extends FileId {
  path: BytePath;
  /** The id of its collection, which the owner may have deleted for ever. */
  collection: string;
}

/** Stores the collections of the folders in watched folders. */
export class WatchedDirectoryRepository {
  readonly #inTransaction: InTransaction;
  readonly #all: Statement<[number], Omit<KnownDirectory, 'path'> & { path: Buffer }>;
  readonly #put: Statement<[object]>;
  readonly #move: Statement<[Buffer, number, Buffer]>;
  readonly #remove: Statement<[number, Buffer]>;

  constructor(db: Db) {
    this.#inTransaction = transactionsOf(db);
    this.#all = db.prepare(
      'SELECT path, device, inode, collection FROM watched_directories WHERE folder = ?',
    );
    this.#put = db.prepare(
      `INSERT OR REPLACE INTO watched_directories (folder, path, device, inode, collection)
       VALUES (@folder, @path, @device, @inode, @collection)`,
    );
    this.#move = db.prepare(
      'UPDATE OR REPLACE watched_directories SET path = ? WHERE folder = ? AND path = ?',
    );
    this.#remove = db.prepare('DELETE FROM watched_directories WHERE folder = ? AND path = ?');
  }

  all(folder: number): Map<BytePath, KnownDirectory> {
    const rows = this.#all.all(folder).map((row) => ({ ...row, path: fromBytes(row.path) }));
    return new Map(rows.map((row) => [row.path, row]));
  }

  put(folder: number, { path, device, inode }: SeenDirectory, collection: string): void {
    this.#put.run({ folder, path: toBytes(path), device, inode, collection });
  }

  /** Records the new path of a folder and of the folders in it. */
  move(folder: number, from: BytePath, to: BytePath): void {
    this.#inTransaction(() => {
      for (const path of this.all(folder).keys()) {
        if (!isBelow(path, from)) continue;
        this.#move.run(toBytes(to + path.slice(from.length)), folder, toBytes(path));
      }
    });
  }

  remove(folder: number, path: BytePath): void {
    this.#remove.run(folder, toBytes(path));
  }
}
