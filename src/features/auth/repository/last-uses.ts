/** Time after which a use is written. */
export const writeAfterMs = 10_000;

/** Precision of the time of the last use, which limits writes to one a minute. */
const usePrecisionMs = 60_000;

/** Collects when tokens or sessions were used, and writes the times together, so that requests need no transaction. */
export class LastUses {
  readonly #store: (uses: ReadonlyMap<string, number>) => Promise<void>;
  /** Times by id. */
  readonly #unwritten = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  /** @param store writes times by id */
  constructor(store: (uses: ReadonlyMap<string, number>) => Promise<void>) {
    this.#store = store;
  }

  /** Notes a use with a precision of `usePrecisionMs`, also in the row. */
  note(row: { id: string; lastUsedAt: number | null }, now: number): void {
    const last = this.#unwritten.get(row.id) ?? row.lastUsedAt ?? 0;
    if (now - last <= usePrecisionMs) return;
    row.lastUsedAt = now;
    this.#unwritten.set(row.id, now);
    this.#timer ??= setTimeout(() => this.write(), writeAfterMs).unref();
  }

  /** Writes the noted times. Those that cannot be written are lost. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#unwritten.size === 0) return;
    const uses = new Map(this.#unwritten);
    // A later use is noted again.
    await this.#store(uses).catch(() => {});
    for (const [id, at] of uses) if (this.#unwritten.get(id) === at) this.#unwritten.delete(id);
  }
}
