/** Runs tasks, at most `limit` at a time, in order of arrival. */
export class Semaphore {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Number of tasks that have not begun. */
  get waiting(): number {
    return this.#waiting.length;
  }

  async run(task: () => Promise<void>): Promise<void> {
    if (this.#running >= this.#limit) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    try {
      await task();
    } finally {
      // The slot passes directly to the next task, so that no new task overtakes it.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
