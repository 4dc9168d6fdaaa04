const spanMs = 1000;
/** Time without bytes after which a rate is zero. */
const staleMs = 3 * spanMs;

/** Counts the bytes of a transfer, and measures its rate. */
export class TransferProgress {
  done = 0;
  #began: number | undefined;
  #rate = 0;
  #spanBegan = performance.now();
  #inSpan = 0;

  /** Time since the first bytes arrived. */
  get ageMs(): number {
    return this.#began === undefined ? 0 : performance.now() - this.#began;
  }

  /** Bytes per second in the last one or two seconds. */
  get rate(): number {
    return performance.now() - this.#spanBegan > staleMs ? 0 : this.#rate;
  }

  add(bytes: number): void {
    this.done += bytes;
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

  restart(): void {
    this.done = 0;
  }
}
