import { withTimeout } from '../core/concurrency/with-timeout.ts';
import type { Logger } from '../core/log/logger.ts';
import { shuttingDown } from '../core/node-error.ts';

/** Start and stop steps of a part of the node. */
export interface Step {
  /** Opens files, threads and listeners. Called for every part before the first `start`. */
  open?: () => unknown;
  /** Begins background work. */
  start?: () => unknown;
  /** Stops the work and releases all resources; also called if `open` or `start` was not. */
  stop?: () => unknown;
}

/** Time limit of a stop step: a stopping node must release its data folder, even if a part hangs. */
const usualStepLimitMs = 10_000;

/** Starts the parts of a node in the order of construction, and stops them in reverse order. */
export class Lifecycle {
  readonly #logger: Pick<Logger, 'error'>;
  readonly #stepLimitMs: number;
  readonly #steps: { name: string; step: Step }[] = [];
  readonly #stopping = new AbortController();
  /** The open or start step that runs now. */
  #current: Promise<unknown> = Promise.resolve();
  #hasStarted = false;
  #stopped: Promise<void> | undefined;

  constructor(logger: Pick<Logger, 'error'>, stepLimitMs = usualStepLimitMs) {
    this.#logger = logger;
    this.#stepLimitMs = stepLimitMs;
  }

  /** Returns a signal that is aborted when the node begins to stop. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Returns whether the start was completed. */
  get hasStarted(): boolean {
    return this.#hasStarted;
  }

  use(name: string, step: Step): void {
    this.#steps.push({ name, step });
  }

  /** Runs `construct`, and releases its registered parts if it fails. */
  async build<T>(construct: () => T | Promise<T>): Promise<T> {
    try {
      return await construct();
    } catch (error) {
      throw await this.#released(error);
    }
  }

  /** Opens every part, then starts every part. A failure releases all parts. */
  async start(): Promise<void> {
    try {
      for (const { step } of this.#steps) await this.#unlessStopping(step.open);
      for (const { step } of this.#steps) await this.#unlessStopping(step.start);
      this.stopping.throwIfAborted();
    } catch (error) {
      throw await this.#released(error);
    }
    this.#hasStarted = true;
  }

  /**
   * Stops every part, even if others fail.
   * @throws AggregateError with the failures, after every other part was released
   */
  stop(): Promise<void> {
    this.#stopped ??= this.#stopAll();
    return this.#stopped;
  }

  async #unlessStopping(act: (() => unknown) | undefined): Promise<void> {
    this.stopping.throwIfAborted();
    this.#current = (async () => act?.())();
    await this.#current;
  }

  async #released(cause: unknown): Promise<unknown> {
    // Its errors are logged; the first error explains the failed start.
    await this.stop().catch(() => {});
    return cause;
  }

  async #stopAll(): Promise<void> {
    this.#stopping.abort(shuttingDown());
    // Waits for a step that is still opening, because its stop step would miss what is opened later.
    await withTimeout(
      this.#stepLimitMs,
      this.#current.then(
        () => {},
        () => {},
      ),
    );
    const failures: Error[] = [];
    for (const { name, step } of this.#steps.toReversed()) {
      try {
        await this.#stopInTime(step);
      } catch (error) {
        this.#logger.error({ err: error, step: name }, 'stopping a part of the node failed');
        failures.push(new Error(name, { cause: error }));
      }
    }
    if (failures.length === 0) return;
    const names = failures.map(({ message }) => message).join(', ');
    throw new AggregateError(
      failures,
      `The node has stopped, but some parts of it failed to stop: ${names}.`,
    );
  }

  async #stopInTime({ stop }: Step): Promise<void> {
    const work = (async () => void (await stop?.()))();
    if (await withTimeout(this.#stepLimitMs, work)) return;
    // The step may still fail after its time limit.
    work.catch((error: unknown) =>
      this.#logger.error({ err: error }, 'a part of the node failed after its time limit'),
    );
    throw new Error(`It did not stop within ${this.#stepLimitMs} ms.`);
  }
}
