interface StopStep {
  name: string;
  stop: () => unknown;
  limitMs: number;
}

interface ShutdownOptions {
  /** The limit of the whole shutdown, a bit more than the node gives running responses. */
  limitMs?: number;
  logger: { error(fields: object, message: string): void };
}

const defaultLimitMs = 15_000;
/** A step that hangs, such as on a lost network drive, leaves the steps after it most of the time. */
const stepLimitMs = 2000;

/** Stops what was started, the latest first. A step that fails or hangs does not keep the others from running. */
export class Shutdown {
  readonly #limitMs: number;
  readonly #logger: ShutdownOptions['logger'];
  readonly #steps: StopStep[] = [];
  #done: Promise<boolean> | undefined;

  constructor({ limitMs = defaultLimitMs, logger }: ShutdownOptions) {
    this.#limitMs = limitMs;
    this.#logger = logger;
  }

  /** Adds a step that runs before those added so far. @param limitMs its own limit within the limit of the shutdown */
  add(name: string, stop: () => unknown, limitMs = stepLimitMs): void {
    this.#steps.unshift({ name, stop, limitMs });
  }

  /** Runs every step once. @returns whether all of them succeeded in time */
  run(): Promise<boolean> {
    this.#done ??= this.#run();
    return this.#done;
  }

  async #run(): Promise<boolean> {
    const deadline = performance.now() + this.#limitMs;
    let succeeded = true;
    for (const { name, stop, limitMs } of this.#steps) {
      try {
        await withTimeout(Math.min(limitMs, deadline - performance.now()), stop);
      } catch (error) {
        succeeded = false;
        this.#logger.error({ err: error, step: name }, 'a step of the shutdown failed');
      }
    }
    return succeeded;
  }
}

async function withTimeout(limitMs: number, work: () => unknown): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('not done in time')), limitMs);
  });
  try {
    await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
