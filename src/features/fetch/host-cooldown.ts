import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/clock.ts';

const longestMs = 3_600_000;

/** Remembers nodes that refuse requests for some time, at most an hour. */
export class HostCooldown {
  readonly #until = new LRUCache<string, number>({ max: 1024 });
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(host: string, forMs: number = longestMs): void {
    this.#until.set(host, this.#clock() + Math.min(forMs, longestMs));
  }

  has(host: string): boolean {
    const left = (this.#until.get(host) ?? 0) - this.#clock();
    // A time beyond the longest possible one comes from a wrong clock.
    return left > 0 && left <= longestMs;
  }
}
