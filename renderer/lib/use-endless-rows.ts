import { type RefObject, useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { RowHeights } from './row-heights.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { useOffsetTop } from './use-offset-top.ts';
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

/** Browsers lay out no more than so many pixels: Firefox 17.8 million, Chromium 33.5. */
const mostHeight = 15_000_000;
/** Rows that are ready above and below those in sight. */
const ready = 12;

/** A row that is in the document. */
export interface EndlessRow {
  index: number;
  key: string | number;
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
  const heights = useHeights(table, rowHeight);
  const top = useOffsetTop(table);
  const { y, height } = useWindowPlace();
  const drawn = Math.min(count, Math.floor(mostHeight / heights.usual));
  const first = Math.max(0, heights.indexAt(y - top) - ready);
  const last = Math.min(drawn - 1, heights.indexAt(y - top + height) + ready);
  const indexes = new Set<number>();
  const busy = busyRows(table.current);
  for (const row of busy) {
    for (const index of [row - 1, row, row + 1]) if (index >= 0 && index < drawn) indexes.add(index);
  }
  for (let index = Math.max(0, Math.min(first, last - 2 * ready)); index <= last; index += 1)
    indexes.add(index);
  const sorted = [...indexes].sort((a, b) => a - b);
  const shown = sorted.join();

  const [, renew] = useReducer((times: number) => times + 1, 0);
  useLayoutEffect(() => {
    // Rows that came in above have moved the one with the focus to another place.
    if (busyRows(table.current).join() !== busy.join()) renew();
  });

  useEffect(() => {
    if (shown !== '') onShow?.(shown.split(',').map(Number));
  }, [shown, onShow]);

  let next = 0;
  const rows = sorted.map((index) => {
    const above = index === next ? 0 : heights.topOf(index) - heights.topOf(next);
    next = index + 1;
    return { index, key: keyOf(index) ?? index, above };
  });
  const below = heights.topOf(drawn) - heights.topOf(next);
  const list: EndlessRows = { rows, below, rowHeight: heights.usual, tooFar: count - drawn };
  return { table, list };
}

/** Heights of the rows, measured whenever there are others in the document or the window has another width. */
function useHeights(table: RefObject<HTMLTableElement | null>, rowHeight: number): RowHeights {
  const { place, keep } = useKeptPlace<RowHeights>('heights');
  const [{ heights }, setHeights] = useState({ heights: place ?? new RowHeights(rowHeight) });
  const isMeasured = useRef(place !== undefined);
  const measure = useCallback(() => {
    const measured = [...(table.current?.querySelectorAll<HTMLElement>('[data-index]') ?? [])].map((row) => ({
      index: Number(row.dataset.index),
      height: row.getBoundingClientRect().height,
    }));
    if (measured.length === 0) return;
    const known = isMeasured.current ? heights : new RowHeights(mostOften(measured.map((row) => row.height)));
    isMeasured.current = true;
    const changes = measured.filter(({ index, height }) => known.set(index, height));
    if (changes.length > 0 || known !== heights) setHeights({ heights: known });
    keep(known);
  }, [table, heights, keep]);
  useLayoutEffect(measure);
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    if (table.current) observer.observe(table.current);
    return () => observer.disconnect();
  }, [table, measure]);
  return heights;
}

function mostOften(values: readonly number[]): number {
  const times = new Map<number, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  return [...times].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}

/** Indexes of rows that are being dealt with. */
function busyRows(table: HTMLElement | null): number[] {
  const active = document.activeElement;
  const busy = [
    ...(active && table?.contains(active) ? [active] : []),
    ...(table?.querySelectorAll('[aria-expanded="true"]') ?? []),
  ];
  return busy.flatMap((element) => {
    const row = element.closest<HTMLElement>('[data-index]');
    return row ? [Number(row.dataset.index)] : [];
  });
}
