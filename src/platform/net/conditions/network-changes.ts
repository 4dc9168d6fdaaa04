import { networkInterfaces } from 'node:os';
import type { Clock } from '../../../core/clock.ts';

/** The monotonic clock stops while the computer sleeps; the other one may also have been adjusted. */
const clockDriftMs = 30_000;

/** Returns this computer's addresses without internal ones. */
const addresses = (): string =>
  Object.values(networkInterfaces())
    .flatMap((interfaces = []) => interfaces)
    .filter(({ internal }) => !internal)
    .map(({ address }) => address)
    .sort()
    .join();

/** Detects that the computer slept, that its clock was adjusted, or that its addresses changed. */
export class NetworkChanges {
  readonly #clock: Clock;
  #addresses = addresses();
  #clockOffset: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#clockOffset = clock() - performance.now();
  }

  /** Returns whether any of this happened since the last call. */
  hasChanged(): boolean {
    const clockOffset = this.#clock() - performance.now();
    const now = addresses();
    const changed = Math.abs(clockOffset - this.#clockOffset) > clockDriftMs || now !== this.#addresses;
    this.#clockOffset = clockOffset;
    this.#addresses = now;
    return changed;
  }
}
