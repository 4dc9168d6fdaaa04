export interface MinimumSpeedRule {
  /** Waiting time over which the average speed must not fall below `minBytesPerSecond`. */
  speedWindowMs: number;
  /** Bytes per second. */
  minBytesPerSecond: number;
}

/** Measures a sender's speed by the time that this node waits for bytes. */
export class MinimumSpeed {
  readonly #rule: MinimumSpeedRule;
  #waitedMs = 0;
  #bytes = 0;

  constructor(rule: MinimumSpeedRule) {
    this.#rule = rule;
  }

  /** Counts received bytes and the time waited for them; returns whether the sender is too slow. */
  isTooSlow(bytes: number, waitedMs: number): boolean {
    const { speedWindowMs, minBytesPerSecond } = this.#rule;
    this.#waitedMs += waitedMs;
    this.#bytes += bytes;
    if (this.#waitedMs < speedWindowMs) return false;
    if (this.#bytes < (minBytesPerSecond * this.#waitedMs) / 1000) return true;
    this.#waitedMs = 0;
    this.#bytes = 0;
    return false;
  }
}
