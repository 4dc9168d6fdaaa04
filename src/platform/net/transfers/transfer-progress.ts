const spanMs = 1000;
/** A rate that nothing came after for so long is over. */
const staleMs = 3 * spanMs;

/** Measures how far a transfer is, and how fast. */
export class TransferProgress {
  #done = 0;
  #began: number | undefined;
  #rate = 0;
  #spanBegan = performance.now();
  #inSpan = 0;

  get done(): number {
    return this.#done;
  }

  /** Since the first bytes came. */
  get ageMs(): number {
    return this.#began === undefined ? 0 : performance.now() - this.#began;
  }

  /** In bytes per second, of the last second or two. */
  get rate(): number {
    return performance.now() - this.#spanBegan > staleMs ? 0 : this.#rate;
  }

  add(bytes: number): void {
    this.#done += bytes;
    this.#inSpan += bytes;
    const now = performance.now();
    this.#began ??= now;
    const span = now - this.#spanBegan;
    if (this.#rate > 0 && span < spanMs) return;
    this.#rate = (this.#inSpan / Math.max(1, span)) * 1000;
    if (span < spanMs) return;
    this.#spanBegan = now;
    this.#inSpan = 0;
  }

  /** From the beginning again. */
  restart(): void {
    this.#done = 0;
  }
}
