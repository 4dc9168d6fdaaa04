interface StopStep {
  name: string;
  stop: () => unknown;
  limitMs: number;
}

/** Time limit of the whole shutdown, longer than the 10 seconds of one part of the node. */
const totalLimitMs = 15_000;
/** Time limit of a step, so that a hanging step leaves time for later ones. */
const stepLimitMs = 2000;

/** Stops the parts of the app, the latest first, even if a step fails or hangs. */
export class Shutdown {
  readonly #logger: { error(fields: object, message: string): void };
  readonly #steps: StopStep[] = [];
  #done: Promise<boolean> | undefined;

  constructor(logger: { error(fields: object, message: string): void }) {
    this.#logger = logger;
  }

  /** Adds a step that runs before the steps added so far. @param limitMs its own limit within the total limit */
  add(name: string, stop: () => unknown, limitMs = stepLimitMs): void {
    this.#steps.unshift({ name, stop, limitMs });
  }

  /** Runs every step once. @returns whether all of them succeeded in time */
  run(): Promise<boolean> {
    this.#done ??= this.#run();
    return this.#done;
  }

  async #run(): Promise<boolean> {
    const deadline = performance.now() + totalLimitMs;
    let succeeded = true;
    for (const { name, stop, limitMs } of this.#steps) {
      try {
        await Promise.race([stop(), timeout(Math.min(limitMs, deadline - performance.now()))]);
      } catch (error) {
        succeeded = false;
        this.#logger.error({ err: error, step: name }, 'a step of the shutdown failed');
      }
    }
    return succeeded;
  }
}

function timeout(limitMs: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error('not done in time')), limitMs).unref();
  });
}
