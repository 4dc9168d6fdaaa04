import { KeyedMutex } from '../../../core/concurrency/keyed-mutex.ts';
import type { Logger } from '../../../core/log/logger.ts';

/** Runs the tasks of each key one after the other, and reports when no task is in progress. */
export class Tasks {
  readonly #mutex = new KeyedMutex();
  readonly #running = new Set<Promise<unknown>>();
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

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

  /** Logs errors of background work, e.g. of a full disk, which would end the process otherwise. */
  contain(work: () => unknown): void {
    const attempt = async (): Promise<unknown> => work();
    attempt().catch((error: unknown) =>
      this.#logger.error({ err: error }, 'background work of TON Connect failed'),
    );
  }

  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }
}
