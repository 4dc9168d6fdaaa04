import { networkInterfaces } from 'node:os';
import type { Clock } from '../../core/clock.ts';

/** The steady clock stands still while the computer sleeps; the other one may also have been set. */
const CLOCKS_APART_MS = 30_000;

/** This computer's addresses, but for the ones that only it can reach. */
const addresses = (): string =>
  Object.values(networkInterfaces())
    .flatMap((interfaces = []) => interfaces)
    .filter(({ internal }) => !internal)
    .map(({ address }) => address)
    .sort()
    .join();

/** Tells from two looks that the computer has slept, that its clock was set, or that its addresses are others. */
export class NetworkChanges {
  readonly #clock: Clock;
  #addresses = addresses();
  #apart: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#apart = clock() - performance.now();
  }

  /** Whether any of this happened since the last call. */
  happened(): boolean {
    const apart = this.#clock() - performance.now();
    const now = addresses();
    const changed = Math.abs(apart - this.#apart) > CLOCKS_APART_MS || now !== this.#addresses;
    this.#apart = apart;
    this.#addresses = now;
    return changed;
  }
}
