/** Time without a crash after which the count starts again. */
const resetAfterMs = 10 * 60_000;

/** The reaction to a crash: load the same page, load the start page, or ask the user. */
export type AfterCrash = 'reload' | 'home' | 'ask';

/** Counts crashes of the page; from the third one on, the user is asked. */
export class CrashCount {
  #crashes = 0;
  #last = Number.NEGATIVE_INFINITY;

  /** Counts a crash. @param now in milliseconds of a monotonic clock */
  next(now: number): AfterCrash {
    if (now - this.#last > resetAfterMs) this.#crashes = 0;
    this.#last = now;
    this.#crashes += 1;
    if (this.#crashes === 1) return 'reload';
    return this.#crashes === 2 ? 'home' : 'ask';
  }

  /** Resets the count. */
  reset(): void {
    this.#crashes = 0;
  }
}
