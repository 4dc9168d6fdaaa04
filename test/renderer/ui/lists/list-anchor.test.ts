import { expect, test } from 'vitest';
import { type Anchor, anchorAt, anchorWith } from '../../../../renderer/ui/lists/virtual/list-anchor.ts';
import { roomFor } from '../../../../renderer/ui/lists/virtual/list-reach.ts';

const key = ['content', 'list', ''];
const room = (anchor: Anchor) => roomFor(anchor.reach, anchor.total, 100);
const begun = anchorAt(undefined, key, { top: 'c', total: 250 }, false);

test('rows are counted from where the list was when it was first seen', () => {
  expect(begun).toMatchObject({ cursor: 'c', before: null });
  expect(room(begun)).toBe(250);
  expect(anchorAt(begun, key, { top: 'c', total: 250 }, true)).toBe(begun);
});

test('what comes in above moves the rows only where that is wanted', () => {
  const newer = { top: 'd', total: 251 };
  expect(anchorAt(begun, key, newer, false)).toBe(begun);
  expect(anchorAt(begun, key, newer, true)).toMatchObject({ cursor: 'd', before: 'c', total: 251 });
});

test('another search begins anew, wherever in the last one was', () => {
  const other = anchorAt(begun, ['content', 'list', 'song'], { top: 'c', total: 3 }, false);
  expect(other).toMatchObject({ key: ['content', 'list', 'song'], before: null, total: 3 });
});

test('an end that was seen holds until the rows are counted to be others', () => {
  const ended = anchorWith(begun, [{ start: 200, rows: 49, isLast: true }]);
  expect(room(ended)).toBe(249);
  expect(anchorWith(ended, [{ start: 200, rows: 49, isLast: true }])).toBe(ended);
  expect(anchorAt(ended, key, { top: 'c', total: 250 }, false)).toBe(ended);
  expect(room(anchorAt(ended, key, { top: 'c', total: 248 }, false))).toBe(248);
});
