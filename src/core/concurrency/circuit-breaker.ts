import { setTimeout as delay } from 'node:timers/promises';
import { AbortGroup } from './abort-group.ts';

/** A request without progress for this long raises the question whether the service responds at all. */
const suspiciousMs = 5_000;
/** Time for the response to the first probe. */
const probeMs = 3_000;
const pauseMs = 1_000;
const requests = 'requests';

/**
 * Opens when a service no longer responds: then requests fail at once, those that wait for a response as well, until the
 * service responds to a probe. Otherwise each of them would keep its client and its connection waiting for a timeout.
 */
export class CircuitBreaker {
  readonly #probe: () => Promise<unknown>;
  readonly #waiting = new AbortGroup();
  readonly #closed = new AbortController();
  #isOpen = false;
  #isProbing = false;
  #responses = 0;

  /** @param probe sends a small request; rejects without a response after some seconds */
  constructor(probe: () => Promise<unknown>) {
    this.#probe = probe;
  }

  /**
   * @param request resolves when the response begins; calls `onSent` when further bytes are sent, because a large request
   *   takes long on a slow connection
   */
  async run<T>(
    signal: AbortSignal | undefined,
    request: (signal: AbortSignal, onSent: () => void) => Promise<T>,
  ): Promise<T> {
    if (this.#isOpen) throw notResponding();
    const timer = setTimeout(() => void this.#check(), suspiciousMs);
    try {
      const response = await this.#waiting.run(requests, signal, (orOutage) =>
        request(orOutage, () => timer.refresh()),
      );
      this.#responses += 1;
      return response;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the probes. */
  close(): void {
    this.#closed.abort();
  }

  async #check(): Promise<void> {
    if (this.#isProbing) return;
    this.#isProbing = true;
    const before = this.#responses;
    const answered = new AbortController();
    const ask = () =>
      void this.#probe().then(
        () => answered.abort(),
        () => {},
      );
    const signal = AbortSignal.any([answered.signal, this.#closed.signal]);
    const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => {});
    ask();
    await pause(probeMs);
    // A single lost probe ends no requests while the service responds to others.
    if (this.#responses === before) {
      while (!signal.aborted) {
        this.#isOpen = true;
        this.#waiting.abort(requests, notResponding());
        // Probes overlap, because a service may need longer for a response than for its recovery.
        ask();
        await pause(pauseMs);
      }
    }
    this.#isOpen = false;
    this.#isProbing = false;
  }
}

const notResponding = () => new Error('the service does not respond');
