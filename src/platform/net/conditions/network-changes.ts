import { networkInterfaces } from 'node:os';
import type { Clock } from '../../../core/clock.ts';

/**
 * Difference between the two clocks that counts as a change. The monotonic clock stops while the computer sleeps, and
 * the system clock may be adjusted.
 */
const clockDriftMs = 30_000;

const addresses = (): string =>
  Object.values(networkInterfaces())
    .flatMap((interfaces = []) => interfaces)
    .filter(({ internal }) => !internal)
    .map(({ address }) => address)
    .sort()
    .join();

/**
 * Returns a function that returns whether, since its last call, the computer slept, its clock was adjusted, or its
 * addresses changed.
 */
export function networkChanges(clock: Clock): () => boolean {
  const read = () => ({ clockOffset: clock() - performance.now(), addresses: addresses() });
  let last = read();
  return () => {
    const before = last;
    last = read();
    return (
      Math.abs(last.clockOffset - before.clockOffset) > clockDriftMs || last.addresses !== before.addresses
    );
  };
}
