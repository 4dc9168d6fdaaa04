const windowMs = 60_000;
const bytesPerWindow = 1024 * 1024;
/** Minimum cost of an event in bytes, because the node decrypts each event and writes the stored connection again. */
const eventCost = 32 * 1024;

/** A bridge sent more than any wallet sends. */
export class FloodError extends Error {}

/** Limits the data of one stream per minute: a wallet's replies take some kilobytes, heartbeats almost nothing. */
export class BridgeAllowance {
  #windowEnds = 0;
  #remainingBytes = 0;

  /** @throws FloodError */
  takeBytes(count: number): void {
    this.#spend(count);
  }

  /** @throws FloodError */
  takeEvent(): void {
    this.#spend(eventCost);
  }

  #spend(cost: number): void {
    const now = Date.now();
    if (now >= this.#windowEnds) {
      this.#windowEnds = now + windowMs;
      this.#remainingBytes = bytesPerWindow;
    }
    this.#remainingBytes -= cost;
    if (this.#remainingBytes < 0) throw new FloodError();
  }
}
