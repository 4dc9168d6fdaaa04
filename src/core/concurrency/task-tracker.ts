/** Work in progress that somebody will wait for. */
export class TaskTracker {
  readonly #works = new Set<Promise<unknown>>();

  add<T>(work: Promise<T>): Promise<T> {
    this.#works.add(work);
    const forget = () => this.#works.delete(work);
    work.then(forget, forget);
    return work;
  }

  /** Resolves when everything that runs now has ended, however it did. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#works);
  }
}
