/** How slowly somebody may send. */
export interface LeastSpeedRule {
  /** Over so much time that this node waited, the average must not fall below `slowest`. */
  slowMs: number;
  /** Bytes per second. */
  slowest: number;
}

/** Counts the time that this node waits for a sender, and what comes of it. */
export class LeastSpeed {
  readonly #rule: LeastSpeedRule;
  #waitedMs = 0;
  #bytes = 0;

  constructor(rule: LeastSpeedRule) {
    this.#rule = rule;
  }

  /** Counts bytes that came, and the time waited for them. @returns whether the sender is too slow */
  isTooSlow(bytes: number, waitedMs: number): boolean {
    const { slowMs, slowest } = this.#rule;
    this.#waitedMs += waitedMs;
    this.#bytes += bytes;
    if (this.#waitedMs < slowMs) return false;
    if (this.#bytes < (slowest * this.#waitedMs) / 1000) return true;
    this.#waitedMs = 0;
    this.#bytes = 0;
    return false;
  }
}
