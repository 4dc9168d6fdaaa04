import { expect, test } from 'vitest';
import { RowHeights } from '../../../../renderer/ui/lists/virtual/row-heights.ts';

test('places rows below each other, for any height of each', () => {
  const heights = new RowHeights(50);
  const own = new Map([
    [0, 70],
    [3, 20],
    [99, 51],
    [100, 49],
    [250, 300],
    [99_999, 10],
  ]);
  for (const [index, height] of own) expect(heights.set(index, height)).toBe(true);
  expect(heights.set(3, 20)).toBe(false);
  expect(heights.set(3, 50)).toBe(true);
  expect(heights.set(3, 20)).toBe(true);
  let top = 0;
  for (let index = 0; index <= 100_000; index += 1) {
    const height = own.get(index) ?? 50;
    if (index < 320 || index > 99_990) {
      expect(heights.topOf(index)).toBe(top);
      expect([heights.indexAt(top), heights.indexAt(top + height - 1)]).toEqual([index, index]);
    }
    top += height;
  }
  expect(heights.indexAt(-1)).toBe(-1);
});
