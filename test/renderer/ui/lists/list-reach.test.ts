import { expect, test } from 'vitest';
import { reachWith, roomFor } from '../../../../renderer/ui/lists/virtual/list-reach.ts';

const nothing = { known: 0, end: null };

test('a list that nobody counted has room for one piece more, until its end was seen', () => {
  const begun = reachWith(nothing, { start: 0, rows: 100, isLast: false });
  expect(roomFor(begun, null, 100)).toBe(200);
  const ended = reachWith(begun, { start: 100, rows: 30, isLast: true });
  expect(roomFor(ended, null, 100)).toBe(130);
  expect(roomFor(reachWith(ended, { start: 0, rows: 100, isLast: false }), null, 100)).toBe(130);
});

test('a counted list is as long as it was counted, or ends where its end was seen', () => {
  const begun = reachWith(nothing, { start: 0, rows: 100, isLast: false });
  expect(roomFor(begun, 1000, 100)).toBe(1000);
  expect(roomFor(reachWith(begun, { start: 900, rows: 99, isLast: true }), 1000, 100)).toBe(999);
});

test('an end that moved down, or nothing far below, hides no rows', () => {
  const ended = reachWith(nothing, { start: 0, rows: 70, isLast: true });
  expect(roomFor(reachWith(ended, { start: 0, rows: 100, isLast: false }), null, 100)).toBe(200);
  expect(reachWith(ended, { start: 5000, rows: 0, isLast: true })).toEqual(ended);
  expect(reachWith({ known: 100, end: null }, { start: 100, rows: 0, isLast: true }).end).toBe(100);
});
