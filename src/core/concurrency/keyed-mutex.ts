import { TransientMap } from './transient-map.ts';

/** Runs tasks of one key in sequence, those of different keys concurrently. */
export class KeyedMutex {
  readonly #tails = new TransientMap<string, Promise<unknown>>();

  /** Returns whether a task of that key runs or waits. */
  isBusy(key: string): boolean {
    return this.#tails.has(key);
  }

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const previous = this.#tails.get(key);
    const current = previous ? previous.then(task, task) : task();
    this.#tails.set(key, current);
    try {
      return await current;
    } finally {
      if (this.#tails.get(key) === current) this.#tails.delete(key);
    }
  }
}
