import { expect, test } from 'vitest';
import { currentIndex } from '../../../../renderer/ui/lists/virtual/current-index.ts';

const rows = (names: string) => (index: number) => names[index];

test.each([
  ['abcdef', 'c', 2],
  ['xyabcdef', 'c', 4],
  ['bcdef', 'c', 1],
  ['abdef', 'c', 2],
  ['', 'c', 2],
])('among %s the row %s, formerly the third, has number %i', (names, key, index) => {
  expect(currentIndex(2, key, rows(names))).toBe(index);
});

test('keeps the position of a row that was not loaded', () => {
  expect(currentIndex(2, undefined, rows('abc'))).toBe(2);
});
