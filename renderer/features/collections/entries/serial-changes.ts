interface Change {
  name: string;
  run: () => Promise<void>;
}

/** Runs changes one by one. The next change replaces a waiting one of its name, so that a held key queues only one. */
export class SerialChanges {
  readonly #onIdle: () => void;
  readonly #waiting: Change[] = [];
  #isRunning = false;

  /** @param onIdle called when all changes were run */
  constructor(onIdle: () => void) {
    this.#onIdle = onIdle;
  }

  /** @param run must not reject */
  add(name: string, run: () => Promise<void>): void {
    if (this.#waiting.at(-1)?.name === name) this.#waiting.pop();
    this.#waiting.push({ name, run });
    if (!this.#isRunning) void this.#runAll();
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await next.run();
    this.#isRunning = false;
    this.#onIdle();
  }
}
