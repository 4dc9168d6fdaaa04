import { useForceUpdate } from '@mantine/hooks';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { busyRows, placeNow } from './busy-rows.ts';
import { useKeptEnd } from './use-kept-end.ts';
import { useRowHeights } from './use-row-heights.ts';
import { useShownSpan } from './use-shown-span.ts';

interface VirtualRowsOptions {
  /** How many rows there are. */
  count: number;
  /** Returns the key of a row; undefined until it is loaded. */
  keyOf(index: number): string | undefined;
  /** Estimated height of a row, in pixels, until rows were measured. */
  rowHeight: number;
  /** Receives the numbers of the rows that are in the document. */
  onShow?: ((indexes: readonly number[]) => void) | undefined;
}

/**
 * The largest height that browsers lay out, in pixels: 17.8 million in Firefox, 33.5 million device pixels in Chromium.
 */
const maxHeight = () => Math.min(15_000_000, 30_000_000 / window.devicePixelRatio);
/** Rows rendered above and below the visible ones. */
const ready = 12;

/** A row that is in the document. */
export interface VirtualRow {
  index: number;
  key: string;
  /** Height of the omitted rows between it and the previous one, in pixels. */
  above: number;
}

/** The rows of a table that scrolls with the window. */
export interface VirtualRows {
  rows: VirtualRow[];
  /** Height of the omitted rows below the last, in pixels. */
  below: number;
  rowHeight: number;
  /** Number of rows too far down for a window to scroll to. */
  tooFar: number;
}

/**
 * Renders the visible rows, and the rows with the focus or an open menu with their neighbours, so that Tab can move on
 * from them. When rows above are higher than estimated, the browser keeps the visible ones in place.
 */
export function useVirtualRows(
  table: RefObject<HTMLTableElement | null>,
  { count, keyOf, rowHeight, onShow }: VirtualRowsOptions,
): VirtualRows {
  const heights = useRowHeights(table, rowHeight);
  const { from, to } = useShownSpan(table);
  const drawn = Math.min(count, Math.floor(maxHeight() / heights.usual));
  const last = Math.min(drawn - 1, heights.indexAt(to) + ready);
  const first = Math.max(0, Math.min(heights.indexAt(from) - ready, last - 2 * ready));
  const indexes = new Set<number>();
  const drawnKeys = useRef(new Map<number, string | undefined>());
  // Rows added above have moved the focused one.
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
    // Rows lower than estimated may leave a part of the window empty.
    const lastSeen = Math.min(drawn - 1, heights.indexAt(to) + 1);
    const isShort = lastSeen > last || Math.max(0, heights.indexAt(from) - 1) < first;
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
    // A row that moved from one piece to the next is in both until both are reloaded.
    if (key === undefined || keys.has(key)) return { index, key: `row ${index}`, above };
    keys.add(key);
    return { index, key, above };
  });
  const below = heights.topOf(drawn) - heights.topOf(next);
  return { rows, below, rowHeight: heights.usual, tooFar: count - drawn };
}
