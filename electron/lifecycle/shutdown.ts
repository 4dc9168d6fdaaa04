interface StopStep {
  name: string;
  stop: () => unknown;
  limitMs: number;
}

/** The limit of the whole shutdown: more than the 10 seconds that one part of the node has. */
const totalLimitMs = 15_000;
/** Limits a step, so that a hanging one leaves time to later steps. */
const stepLimitMs = 2000;

/** Stops the parts of the app, the latest first. A failing or hanging step does not prevent the others. */
export class Shutdown {
  readonly #logger: { error(fields: object, message: string): void };
  readonly #steps: StopStep[] = [];
  #done: Promise<boolean> | undefined;

  constructor(logger: { error(fields: object, message: string): void }) {
    this.#logger = logger;
  }

  /** Adds a step that runs before the steps added so far. @param limitMs its own limit within that of the shutdown */
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
