import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { openForReading } from '../../../platform/sqlite/open-database.ts';

export interface StoredFile {
  sha256: Buffer;
  size: number;
}

/** Reads the file rows of a database without migrating it; the caller closes it. */
export class StoredFiles {
  readonly #db: Db;
  readonly #size: Statement<[Buffer], { size: number }>;

  constructor(path: string) {
    this.#db = openForReading(path);
    this.#size = this.#db.prepare('SELECT size FROM contents WHERE sha256 = ?');
  }

  /** Returns the size of a file, undefined where there is no such row. */
  sizeOf(sha256: Buffer): number | undefined {
    return this.#size.get(sha256)?.size;
  }

  /** Returns every file by its hash. */
  all(): IterableIterator<StoredFile> {
    return this.#db.prepare<[], StoredFile>('SELECT sha256, size FROM contents ORDER BY sha256').iterate();
  }

  close(): void {
    this.#db.close();
  }
}
