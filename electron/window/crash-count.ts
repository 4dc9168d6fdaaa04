/** Without a crash for so long, the page counts as well again; a page that crashes each minute never gets there. */
const calmMs = 10 * 60_000;

/** What to do after a crash: show the same page again, the start page, or ask the person. */
export type AfterCrash = 'reload' | 'home' | 'ask';

/** Counts crashes of the page: however slow they follow one another, the third is told and not hidden. */
export class CrashCount {
  #crashes = 0;
  #last = Number.NEGATIVE_INFINITY;

  /** @param now in milliseconds, of a clock that is never set back */
  next(now: number): AfterCrash {
    if (now - this.#last > calmMs) this.#crashes = 0;
    this.#last = now;
    this.#crashes += 1;
    if (this.#crashes === 1) return 'reload';
    return this.#crashes === 2 ? 'home' : 'ask';
  }

  /** The person wants to see the page again. */
  startAnew(): void {
    this.#crashes = 0;
  }
}
