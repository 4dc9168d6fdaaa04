import type { Db } from './database.ts';

/** Milliseconds until a group is committed. Under load, waiting longer halves the event loop's time per write. */
const delays = { alone: 1, underLoad: 4 };

interface Waiting {
  run: () => unknown;
  last: ((value: unknown) => void) | undefined;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}

/**
 * Commits concurrent writes in one transaction, so that many small uploads share one sync of the disk. A promise
 * resolves only after its write is on disk. A failed write is rolled back alone.
 */
export class GroupCommit {
  readonly #db: Db;
  #waiting: Waiting[] = [];
  #lastSize = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * @param write runs again if another write of its group fails, so it must change nothing but the database
   * @param last runs after all writes of the group. FTS5 flushes pending rows whenever another write begins, so writing
   * an index in one pass takes half the time. If it fails, all writes fail.
   */
  run<T>(write: () => T, last?: (value: T) => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#waiting.length === 0) this.#flushSoon();
      this.#waiting.push({ run: write, last, resolve, reject } as Waiting);
    });
  }

  flush(): void {
    const batch = this.#waiting;
    if (batch.length === 0) return;
    this.#waiting = [];
    this.#lastSize = batch.length;
    let settle: (() => void)[];
    try {
      settle = this.#commitTogether(batch) ?? this.#commitEach(batch);
    } catch (error) {
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const done of settle) done();
  }

  /**
   * Commits without a savepoint for each write, which takes less time. Returns undefined if a write failed; then
   * nothing is written.
   */
  #commitTogether(batch: readonly Waiting[]): (() => void)[] | undefined {
    try {
      const values = this.#db.transaction(() => {
        const written = batch.map(({ run }) => run());
        for (const [index, { last }] of batch.entries()) last?.(written[index]);
        return written;
      })();
      return batch.map(
        ({ resolve }, index) =>
          () =>
            resolve(values[index]),
      );
    } catch {
      return undefined;
    }
  }

  /** Commits with a savepoint for each write, so that a failed one is rolled back alone. */
  #commitEach(batch: readonly Waiting[]): (() => void)[] {
    const settle: (() => void)[] = [];
    const lastWrites: (() => void)[] = [];
    this.#db.transaction(() => {
      for (const { run, last, resolve, reject } of batch) {
        try {
          const value = this.#db.transaction(run)();
          settle.push(() => resolve(value));
          if (last) lastWrites.push(() => last(value));
        } catch (error) {
          // On some errors, such as a full disk, SQLite rolls back the whole transaction.
          if (!this.#db.inTransaction) throw error;
          settle.push(() => reject(error));
        }
      }
      for (const write of lastWrites) write();
    })();
    return settle;
  }

  #flushSoon(): void {
    setTimeout(() => this.flush(), this.#lastSize > 1 ? delays.underLoad : delays.alone);
  }
}
