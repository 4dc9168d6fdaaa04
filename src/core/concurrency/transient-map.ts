/** Deletions before a renewal, at least. */
const minDeletions = 16;

/**
 * A map for entries that come and go with requests. V8 replaces the table of a map after some deletions, and the old
 * table refers to the new one. Once an old table has been promoted to the old generation, each minor garbage collection
 * promotes all later tables with everything their entries refer to, until the next full collection. So this map starts
 * a new one after as many deletions as it has entries, which takes no measurable time. Its lists are copies.
 */
export class TransientMap<Key, Value> {
  #entries = new Map<Key, Value>();
  #deletions = 0;

  get size(): number {
    return this.#entries.size;
  }

  has(key: Key): boolean {
    return this.#entries.has(key);
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: Key, value: Value): void {
    this.#entries.set(key, value);
  }

  /** Returns whether there was such an entry. */
  delete(key: Key): boolean {
    const wasThere = this.#entries.delete(key);
    if (wasThere) this.#deletions += 1;
    if (this.#deletions >= Math.max(minDeletions, this.#entries.size)) {
      this.#entries = new Map(this.#entries);
      this.#deletions = 0;
    }
    return wasThere;
  }

  keys(): Key[] {
    return [...this.#entries.keys()];
  }

  values(): Value[] {
    return [...this.#entries.values()];
  }
}
