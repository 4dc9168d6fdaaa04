import { LRUCache } from 'lru-cache';

/** How far other nodes' clocks are from this computer's, as their last signed answers told; in memory only. */
export class PeerClocks {
  readonly #offsets = new LRUCache<string, number>({ max: 256 });

  /** @param offsetMs the node's time minus this computer's */
  note(host: string, offsetMs: number): void {
    this.#offsets.set(host, offsetMs);
  }

  /** The median, and of how many nodes; undefined where none has answered. */
  median(): { offsetMs: number; nodes: number } | undefined {
    const sorted = [...this.#offsets.values()].sort((a, b) => a - b);
    const offsetMs = sorted[Math.floor(sorted.length / 2)];
    return offsetMs === undefined ? undefined : { offsetMs, nodes: sorted.length };
  }
}
