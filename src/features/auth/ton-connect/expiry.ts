/** Keeps a timer for each link to which no wallet has replied. */
export class Expiry {
  readonly #timers = new Map<string, NodeJS.Timeout>();

  set(id: string, ms: number, expire: () => void): void {
    this.clear(id);
    this.#timers.set(id, setTimeout(expire, ms).unref());
  }

  clear(id: string): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  clearAll(): void {
    for (const id of [...this.#timers.keys()]) this.clear(id);
  }
}
