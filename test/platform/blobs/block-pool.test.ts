import { expect, test } from 'vitest';
import { BlockPool, transferSize } from '../../../src/platform/blobs/write/block-pool.ts';

/** Bytes that these shares hold when each takes all it can. */
function heldBy(pool: BlockPool, shares: number): number {
  let blocks = 0;
  for (const share of Array.from({ length: shares }, () => pool.newShare())) {
    while (share.tryTake()) blocks += 1;
  }
  return blocks * transferSize;
}

test('uploads share a fixed amount of memory, and none goes without', () => {
  const mib = 1024 * 1024;
  expect(heldBy(new BlockPool(), 1)).toBe(4 * mib);
  expect(heldBy(new BlockPool(), 5)).toBeLessThanOrEqual(4 * mib);
  expect(heldBy(new BlockPool(), 64)).toBe(64 * transferSize);
});
