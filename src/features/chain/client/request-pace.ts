import { setTimeout as pause } from 'node:timers/promises';

/** Requests to a service take turns, so many in a second at most. */
export class RequestPace {
  readonly #betweenMs: number;
  readonly #maxWaiting: number;
  #next = 0;
  #waiting = 0;

  /** @param maxWaiting so many may wait for their turn; more are turned away */
  constructor(perSecond: number, maxWaiting: number) {
    this.#betweenMs = 1000 / perSecond;
    this.#maxWaiting = maxWaiting;
  }

  /** Resolves when it is the caller's turn; false at once when too many wait. Rejects when `signal` is aborted. */
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

  /** Nobody's turn comes before so much time has passed: the service asked for it. */
  rest(ms: number): void {
    this.#next = Math.max(this.#next, performance.now() + ms);
  }
}
