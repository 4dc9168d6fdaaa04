import { setTimeout as pause } from 'node:timers/promises';

/** Limits the rate of requests to a service per second. */
export class RequestPace {
  readonly #betweenMs: number;
  readonly #maxWaiting: number;
  #next = 0;
  #waiting = 0;

  /** @param maxWaiting maximum number of waiting requests; further ones are refused */
  constructor(perSecond: number, maxWaiting: number) {
    this.#betweenMs = 1000 / perSecond;
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Resolves with true when the request may be sent, or at once with false when too many wait. Rejects when `signal` is
   * aborted.
   */
  async turn(signal: AbortSignal): Promise<boolean> {
    const now = performance.now();
    const at = Math.max(now, this.#next);
    if (at > now && this.#waiting >= this.#maxWaiting) return false;
    this.#next = at + this.#betweenMs;
    this.#waiting += 1;
    try {
      if (at > now) await pause(at - now, undefined, { signal });
      return true;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Pauses all requests for the time that the service requested. */
  rest(ms: number): void {
    this.#next = Math.max(this.#next, performance.now() + ms);
  }
}
