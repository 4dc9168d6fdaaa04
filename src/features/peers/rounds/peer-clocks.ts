import { LRUCache } from 'lru-cache';

/** Remembers the clock offsets of other nodes, from their last signed responses. */
export class PeerClocks {
  readonly #offsets = new LRUCache<string, number>({ max: 256 });

  /** Records the clock offset of a node. `offsetMs`: the node's time minus this computer's. */
  record(host: string, offsetMs: number): void {
    this.#offsets.set(host, offsetMs);
  }

  /** Returns the median offset and the number of nodes; undefined where none has answered. */
  median(): { offsetMs: number; nodes: number } | undefined {
    const sorted = [...this.#offsets.values()].sort((a, b) => a - b);
    const offsetMs = sorted[Math.floor(sorted.length / 2)];
    return offsetMs === undefined ? undefined : { offsetMs, nodes: sorted.length };
  }
}
