import { type Command, runGroup } from './command-group.ts';
import type { Commands } from './commands.ts';
import type { Db } from './database.ts';
import { transactionsOf } from './transaction.ts';

/** Milliseconds until a group is committed at the latest. */
const delays = { alone: 1, underLoad: 8 };

/**
 * Commits concurrent writes in one transaction, so that many small uploads share one sync of the disk. Clients that wait
 * for responses send as many writes as before, so a group of the last one's size is committed at once. A promise
 * resolves only after its write is on disk. A failed write is rolled back alone.
 */
export class GroupCommit implements Commands {
  readonly #db: Db;
  #waiting: Command[] = [];
  #lastSize = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  run<T>(write: () => T, last?: (value: T) => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const size = this.#waiting.push({ run: write, last, resolve, reject } as Command);
      const isUnderLoad = this.#lastSize > 1;
      if (size === 1) this.#flushIn(isUnderLoad ? delays.underLoad : delays.alone);
      else if (isUnderLoad && size === this.#lastSize) this.#flushNext();
    });
  }

  follow(): void {}

  flush(): void {
    clearTimeout(this.#timer);
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

  #flushIn(ms: number): void {
    this.#timer = setTimeout(() => this.flush(), ms);
  }

  /** Commits after the events that have arrived already, whose writes join the group. */
  #flushNext(): void {
    setImmediate(() => this.flush());
  }
}
