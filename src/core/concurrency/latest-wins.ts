import { KeyedMutex } from './keyed-mutex.ts';
import { TransientMap } from './transient-map.ts';

/** Runs tasks of one key in sequence; a new one aborts those before it. */
export class LatestWins {
  readonly #turns = new KeyedMutex();
  readonly #newest = new TransientMap<string, AbortController>();

  /**
   * @param reason of the abort of a task in progress
   * @param task gets a signal that a newer task or `signal` aborts
   */
  async run<T>(
    key: string,
    reason: Error,
    signal: AbortSignal,
    task: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const own = new AbortController();
    const either = AbortSignal.any([signal, own.signal]);
    this.#newest.get(key)?.abort(reason);
    this.#newest.set(key, own);
    try {
      return await this.#turns.run(key, async () => {
        either.throwIfAborted();
        return task(either);
      });
    } finally {
      if (this.#newest.get(key) === own) this.#newest.delete(key);
    }
  }

  isRunning(key: string): boolean {
    return this.#newest.has(key);
  }
}
