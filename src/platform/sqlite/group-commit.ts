import { type Command, runGroup } from './command-group.ts';
import type { Commands } from './commands.ts';
import type { Db } from './database.ts';
import { transactionsOf } from './transaction.ts';

/** Milliseconds until a group is committed. Under load, waiting longer halves the event loop's time per write. */
const delays = { alone: 1, underLoad: 4 };

/**
 * Commits concurrent writes in one transaction, so that many small uploads share one sync of the disk. A promise
 * resolves only after its write is on disk. A failed write is rolled back alone.
 */
export class GroupCommit implements Commands {
  readonly #db: Db;
  #waiting: Command[] = [];
  #lastSize = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  run<T>(write: () => T, last?: (value: T) => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#waiting.length === 0) this.#flushSoon();
      this.#waiting.push({ run: write, last, resolve, reject } as Command);
    });
  }

  follow(): void {}

  flush(): void {
    const batch = this.#waiting;
    if (batch.length === 0) return;
    this.#waiting = [];
    this.#lastSize = batch.length;
    let settle: readonly (() => void)[];
    try {
      settle = runGroup(this.#db, batch, transactionsOf(this.#db));
    } catch (error) {
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const done of settle) done();
  }

  #flushSoon(): void {
    setTimeout(() => this.flush(), this.#lastSize > 1 ? delays.underLoad : delays.alone);
  }
}
