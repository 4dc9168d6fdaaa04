import { TransientSet } from './transient-set.ts';

/** Tracks running work, so that others can wait for its end. */
export class TaskTracker {
  readonly #works = new TransientSet<Promise<unknown>>();

  add<T>(work: Promise<T>): Promise<T> {
    this.#works.add(work);
    const forget = () => this.#works.delete(work);
    work.then(forget, forget);
    return work;
  }

  /** Resolves when all current work has ended, successfully or not. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#works);
  }
}
