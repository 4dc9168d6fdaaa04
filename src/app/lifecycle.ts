import { withTimeout } from '../core/concurrency/with-timeout.ts';
import type { Logger } from '../core/log/logger.ts';
import { NodeError } from '../core/node-error.ts';

/** What a part of the node does when the node starts and stops. */
export interface Step {
  /** Opens files, threads and listeners. Everything is open before anything starts. */
  open?: () => unknown;
  /** Begins background work. */
  start?: () => unknown;
  /** Ends the work and releases everything; also where neither of the others was called. */
  stop?: () => unknown;
}

/** A step that takes longer is not waited for: a node that ends must give its data folder free. */
const usualStepLimitMs = 10_000;

/** Starts the parts of a node in the order in which they were made, and stops them in the reverse order. */
export class Lifecycle {
  readonly #logger: Pick<Logger, 'error'>;
  readonly #stepLimitMs: number;
  readonly #steps: { name: string; step: Step }[] = [];
  readonly #stopping = new AbortController();
  #hasStarted = false;
  #stopped: Promise<void> | undefined;

  constructor(logger: Pick<Logger, 'error'>, stepLimitMs = usualStepLimitMs) {
    this.#logger = logger;
    this.#stepLimitMs = stepLimitMs;
  }

  /** Is aborted as soon as the node begins to stop. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Tells whether the start was completed. */
  get hasStarted(): boolean {
    return this.#hasStarted;
  }

  use(name: string, step: Step): void {
    this.#steps.push({ name, step });
  }

  /** Runs `construct`, and releases what it registered when it fails. */
  async build<T>(construct: () => T | Promise<T>): Promise<T> {
    try {
      return await construct();
    } catch (error) {
      throw await this.#released(error);
    }
  }

  /** Opens everything, then starts everything. A failure releases everything that was made. */
  async start(): Promise<void> {
    try {
      for (const { step } of this.#steps) await this.#unlessStopping(step.open);
      for (const { step } of this.#steps) await this.#unlessStopping(step.start);
    } catch (error) {
      throw await this.#released(error);
    }
    this.#hasStarted = true;
  }

  /**
   * Stops every part, whatever happens to the others.
   * @throws AggregateError with the failures, once everything else has been released
   */
  stop(): Promise<void> {
    this.#stopped ??= this.#stopAll();
    return this.#stopped;
  }

  async #unlessStopping(act: (() => unknown) | undefined): Promise<void> {
    this.stopping.throwIfAborted();
    await act?.();
  }

  async #released(cause: unknown): Promise<unknown> {
    // What goes wrong here is in the log; the first error is the one that explains the failure.
    await this.stop().catch(() => {});
    return cause;
  }

  async #stopAll(): Promise<void> {
    this.#stopping.abort(
      new NodeError('shutting_down', 'The node is shutting down. Try again when it is back.'),
    );
    const failures: Error[] = [];
    for (const { name, step } of this.#steps.toReversed()) {
      try {
        await this.#stopInTime(step);
      } catch (error) {
        this.#logger.error({ err: error, step: name }, 'a part of the node could not be stopped properly');
        failures.push(new Error(name, { cause: error }));
      }
    }
    if (failures.length === 0) return;
    const names = failures.map(({ message }) => message).join(', ');
    throw new AggregateError(
      failures,
      `The node has ended, but not everything could be stopped properly: ${names}.`,
    );
  }

  async #stopInTime({ stop }: Step): Promise<void> {
    const work = (async () => void (await stop?.()))();
    if (await withTimeout(this.#stepLimitMs, work)) return;
    // It may still fail when nobody waits for it.
    work.catch((error: unknown) =>
      this.#logger.error({ err: error }, 'a part of the node failed after its time'),
    );
    throw new Error(`It did not end within ${this.#stepLimitMs} ms.`);
  }
}
