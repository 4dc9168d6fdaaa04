import { describe, expect, test } from 'vitest';
import { anchorAt, anchorWith, rowsOf } from '../../../../renderer/ui/lists/virtual/list-anchor.ts';

const key = ['content', 'list', ''];
const started = anchorAt(undefined, key, { top: 'c', total: 250 }, false);

describe('the anchor', () => {
  test('counts rows from the start of the list when it was first shown', () => {
    expect(started).toMatchObject({ cursor: 'c', before: null });
    expect(rowsOf(started)).toBe(250);
    expect(anchorAt(started, key, { top: 'c', total: 250 }, true)).toBe(started);
  });

  test('moves for newer rows only on request', () => {
    const newer = { top: 'd', total: 251 };
    expect(anchorAt(started, key, newer, false)).toBe(started);
    expect(anchorAt(started, key, newer, true)).toMatchObject({ cursor: 'd', before: 'c', total: 251 });
  });

  test('starts again for another search, at any scroll position', () => {
    const other = anchorAt(started, ['content', 'list', 'song'], { top: 'c', total: 3 }, false);
    expect(other).toMatchObject({ key: ['content', 'list', 'song'], before: null, total: 3 });
  });

  test('keeps a loaded end until another number of rows is counted', () => {
    const ended = anchorWith(started, [{ start: 200, rows: 49, isLast: true }]);
    expect(rowsOf(ended)).toBe(249);
    expect(anchorWith(ended, [{ start: 200, rows: 49, isLast: true }])).toBe(ended);
    expect(anchorAt(ended, key, { top: 'c', total: 250 }, false)).toBe(ended);
    expect(rowsOf(anchorAt(ended, key, { top: 'c', total: 248 }, false))).toBe(248);
  });
});

describe('the number of rows', () => {
  const anchor = (total: number | null) => anchorAt(undefined, key, { top: 'c', total }, false);
  const piece = (start: number, rows: number, isLast: boolean) => [{ start, rows, isLast }];

  test('of an uncounted list is one page more than loaded, until its end is loaded', () => {
    const first = anchorWith(anchor(null), piece(0, 100, false));
    expect(rowsOf(first)).toBe(200);
    const ended = anchorWith(first, piece(100, 30, true));
    expect(rowsOf(ended)).toBe(130);
    expect(rowsOf(anchorWith(ended, piece(0, 100, false)))).toBe(130);
  });

  test('of a counted list is the count, or its loaded end', () => {
    const first = anchorWith(anchor(1000), piece(0, 100, false));
    expect(rowsOf(first)).toBe(1000);
    expect(rowsOf(anchorWith(first, piece(900, 99, true)))).toBe(999);
  });

  test('hides no rows when the end moved down, or without rows far below', () => {
    const ended = anchorWith(anchor(null), piece(0, 70, true));
    expect(rowsOf(anchorWith(ended, piece(0, 100, false)))).toBe(200);
    expect(anchorWith(ended, piece(5000, 0, true))).toBe(ended);
    expect(anchorWith({ ...anchor(null), known: 100 }, piece(100, 0, true)).end).toBe(100);
  });
});
