import type { Db } from './open.ts';

interface Waiting {
  run: () => unknown;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}

/**
 * Commits writes that arrive together in one transaction, so that many small uploads share one sync of
 * the disk. A promise resolves only after its write is on disk. A write that fails is rolled back alone.
 */
export class GroupCommit {
  readonly #db: Db;
  #waiting: Waiting[] = [];

  constructor(db: Db) {
    this.#db = db;
  }

  run<T>(write: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#waiting.length === 0) setTimeout(() => this.flush(), 1);
      this.#waiting.push({ run: write, resolve: resolve as (value: unknown) => void, reject });
    });
  }

  /** Commits what waits now. */
  flush(): void {
    const batch = this.#waiting;
    if (batch.length === 0) return;
    this.#waiting = [];
    const settle: (() => void)[] = [];
    try {
      this.#db.transaction(() => {
        for (const { run, resolve, reject } of batch) {
          try {
            const value = this.#db.transaction(run)();
            settle.push(() => resolve(value));
          } catch (error) {
            // Of some errors, e.g. that the disk is full, SQLite takes back everything at once.
            if (!this.#db.inTransaction) throw error;
            settle.push(() => reject(error));
          }
        }
      })();
    } catch (error) {
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const done of settle) done();
  }
}
