import { PerKey } from '../../../core/concurrency/keyed-mutex.ts';

/** Runs tasks of one key one after the other, and tells when none is under way. */
export class Tasks {
  readonly #perKey = new PerKey();
  readonly #running = new Set<Promise<unknown>>();

  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const running = this.#perKey.run(key, task);
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
