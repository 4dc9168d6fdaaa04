import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/clock.ts';

const SHUNNED_MS = 3_600_000;

/** Nodes that sent wrong bytes: for an hour nobody asks them for a content. */
export class Misbehaved {
  readonly #until = new LRUCache<string, number>({ max: 1024 });
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(host: string): void {
    this.#until.set(host, this.#clock() + SHUNNED_MS);
  }

  has(host: string): boolean {
    const left = (this.#until.get(host) ?? 0) - this.#clock();
    return left > 0 && left <= SHUNNED_MS;
  }
}
