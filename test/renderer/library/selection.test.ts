import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  extended,
  fileAfter,
  nothingSelected,
  rangeTo,
  type Selection,
  toggled,
} from '../../../renderer/features/library/selection/selection.ts';
import { SectionLines } from '../../../renderer/ui/lists/virtual/section-lines.ts';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';

const file = (id: string) => ({ content_id: id, title: id }) as LocalContent;
const idsOf = ({ files }: Selection) => [...files.keys()];

test('selects and unselects a file, which becomes the anchor', () => {
  const one = toggled(nothingSelected, file('a'), 3);
  expect(one).toEqual({ files: new Map([['a', file('a')]]), anchor: 3 });
  const two = toggled(one, file('b'), 7);
  expect([idsOf(two), two.anchor]).toEqual([['a', 'b'], 7]);
  expect(idsOf(toggled(two, file('a'), 3))).toEqual(['b']);
  expect(toggled(one, file('a'), 3)).toEqual(nothingSelected);
  expect(nothingSelected.files.size).toBe(0);
});

test('selects from the anchor with Shift, in both directions and repeatedly', () => {
  const selection = toggled(nothingSelected, file('c'), 2);
  expect(rangeTo(selection, 5)).toEqual({ from: 2, count: 4 });
  expect(rangeTo(selection, 0)).toEqual({ from: 0, count: 3 });
  expect(rangeTo(nothingSelected, 4)).toEqual({ from: 4, count: 1 });
  const more = extended(selection, [
    ['c', undefined],
    ['d', file('d')],
    ['far', undefined],
  ]);
  expect(more.anchor).toBe(2);
  // What was known of a file stays known.
  expect([...more.files]).toEqual([
    ['c', file('c')],
    ['d', file('d')],
    ['far', undefined],
  ]);
});

test('arrows move in a grid as they look, and stay in it', () => {
  const from = (index: number, columns: number, count: number) =>
    ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map((key) =>
      fileAfter(key, index, new SectionLines([], count, columns), count),
    );
  expect(from(5, 4, 11)).toEqual([4, 6, 1, 9]);
  expect(from(0, 4, 11)).toEqual([null, 1, null, 4]);
  // Below is no tile, but a shorter line.
  expect(from(7, 4, 11)).toEqual([6, 8, 3, 10]);
  expect(from(10, 4, 11)).toEqual([9, null, 6, null]);
  expect(from(3, 1, 5)).toEqual([null, null, 2, 4]);
  expect(fileAfter('End', 0, new SectionLines([], 11, 4), 11)).toBeNull();
});

test('reaches every tile by arrows, and never leaves them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 60 }), (columns, count) => {
      const reached = new Set([0]);
      for (const index of reached) {
        for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp']) {
          const next = fileAfter(key, index, new SectionLines([], count, columns), count);
          if (next !== null) reached.add(next);
        }
      }
      expect([...reached].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, index) => index));
    }),
  );
});
