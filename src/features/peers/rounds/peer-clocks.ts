import { LRUCache } from 'lru-cache';

/** Remembers how far other nodes' clocks are from this computer's, by their last signed answers. */
export class PeerClocks {
  readonly #offsets = new LRUCache<string, number>({ max: 256 });

  /** @param offsetMs the node's time minus this computer's */
  record(host: string, offsetMs: number): void {
    this.#offsets.set(host, offsetMs);
  }

  /** Returns the median, and of how many nodes; undefined where none has answered. */
  median(): { offsetMs: number; nodes: number } | undefined {
    const sorted = [...this.#offsets.values()].sort((a, b) => a - b);
    const offsetMs = sorted[Math.floor(sorted.length / 2)];
    return offsetMs === undefined ? undefined : { offsetMs, nodes: sorted.length };
  }
}
