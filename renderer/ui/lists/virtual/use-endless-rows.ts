import { useForceUpdate } from '@mantine/hooks';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { busyRows, placeNow } from './busy-rows.ts';
import { useKeptEnd } from './use-kept-end.ts';
import { useOffsetTop } from './use-offset-top.ts';
import { useRowHeights } from './use-row-heights.ts';
import { useWindowPlace } from './use-window-place.ts';

interface EndlessRowsOptions {
  /** How many rows there are. */
  count: number;
  /** Of a row that is loaded; undefined: it is not. */
  keyOf(index: number): string | undefined;
  /** Height of most rows, in pixels; what it is in this window is measured. */
  rowHeight: number;
  /** Told which rows are in the document. */
  onShow?(indexes: readonly number[]): void;
}

/** Browsers lay out no more than so many pixels: Firefox 17.8 million, Chromium 33.5 of those that the screen has. */
const mostHeight = () => Math.min(15_000_000, 30_000_000 / window.devicePixelRatio);
/** Rows that are ready above and below those in sight. */
const ready = 12;

/** A row that is in the document. */
export interface EndlessRow {
  index: number;
  key: string;
  /** Room of the rows left out between it and the one before, in pixels. */
  above: number;
}

/** Rows of a table that scrolls with the window. */
export interface EndlessRows {
  rows: EndlessRow[];
  /** Room of the rows left out below the last, in pixels. */
  below: number;
  rowHeight: number;
  /** So many rows are too far down for a window to scroll to. */
  tooFar: number;
}

/**
 * Only the rows in sight are in the document. So are the one that has the focus or an open menu, and its neighbours:
 * with Tab one goes on from there, wherever one has scrolled to. Where rows above turn out higher than was thought, the
 * browser keeps those in sight in their place.
 */
export function useEndlessRows({ count, keyOf, rowHeight, onShow }: EndlessRowsOptions) {
  const table = useRef<HTMLTableElement>(null);
  const heights = useRowHeights(table, rowHeight);
  const top = useOffsetTop(table);
  const { from, to } = useWindowPlace();
  const drawn = Math.min(count, Math.floor(mostHeight() / heights.usual));
  const last = Math.min(drawn - 1, heights.indexAt(to - top) + ready);
  const first = Math.max(0, Math.min(heights.indexAt(from - top) - ready, last - 2 * ready));
  const indexes = new Set<number>();
  const drawnKeys = useRef(new Map<number, string | undefined>());
  // Rows that came in above have moved the one with the focus to another place.
  const busy = busyRows(table.current).map((row) => placeNow(row, drawnKeys.current.get(row), keyOf));
  for (const row of busy) {
    for (const index of [row - 1, row, row + 1]) if (index >= 0 && index < drawn) indexes.add(index);
  }
  for (let index = first; index <= last; index += 1) indexes.add(index);
  const sorted = [...indexes].sort((a, b) => a - b);
  const shown = sorted.join();

  useKeptEnd(count);
  const renew = useForceUpdate();
  useLayoutEffect(() => {
    drawnKeys.current = new Map(sorted.map((index) => [index, keyOf(index)]));
    // Rows that turned out lower than was thought may leave some of the window to those after them.
    const lastSeen = Math.min(drawn - 1, heights.indexAt(to - top) + 1);
    const isShort = lastSeen > last || Math.max(0, heights.indexAt(from - top) - 1) < first;
    if (isShort || busyRows(table.current).join() !== busy.join()) renew();
  });

  useEffect(() => {
    if (shown !== '') onShow?.(shown.split(',').map(Number));
  }, [shown, onShow]);

  let next = 0;
  const keys = new Set<string>();
  const rows = sorted.map((index) => {
    const above = index === next ? 0 : heights.topOf(index) - heights.topOf(next);
    next = index + 1;
    const key = keyOf(index);
    // A row that moved from one piece to the next may be in both, until both are told anew.
    if (key === undefined || keys.has(key)) return { index, key: `row ${index}`, above };
    keys.add(key);
    return { index, key, above };
  });
  const below = heights.topOf(drawn) - heights.topOf(next);
  const list: EndlessRows = { rows, below, rowHeight: heights.usual, tooFar: count - drawn };
  return { table, list };
}
