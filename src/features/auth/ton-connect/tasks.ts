import { KeyedMutex } from '../../../core/concurrency/keyed-mutex.ts';

/** Runs the tasks of each key one after the other, and reports when no task is in progress. */
export class Tasks {
  readonly #mutex = new KeyedMutex();
  readonly #running = new Set<Promise<unknown>>();

  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const running = this.#mutex.run(key, task);
    const settled = running.then(
      () => {},
      () => {},
    );
    this.#running.add(settled);
    void settled.then(() => this.#running.delete(settled));
    return running;
  }

  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }
}
