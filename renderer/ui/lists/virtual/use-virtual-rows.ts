import { useForceUpdate } from '@mantine/hooks';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { busyRows } from './busy-rows.ts';
import { currentIndex } from './current-index.ts';
import { useRowHeights } from './use-row-heights.ts';
import { useWindowValue } from './use-window-value.ts';

interface VirtualRowsOptions {
  /** How many rows there are. */
  count: number;
  /** Returns the key of a row; undefined until it is loaded. */
  keyOf(index: number): string | undefined;
  /** Estimated height of a row, in pixels, until rows were measured. */
  rowHeight: number;
  /** The rows that are headings of sections; must be the same array while they are unchanged. */
  headings?: readonly number[];
  /** Receives the numbers of the rows that are in the document. */
  onShow?: ((indexes: readonly number[]) => void) | undefined;
}

/**
 * The largest height in pixels that browsers lay out: 17.8 million in Firefox, 33.5 million device pixels in Chromium.
 */
const maxHeight = () => Math.min(15_000_000, 30_000_000 / window.devicePixelRatio);
/** Height in pixels of the rows rendered above and below the visible ones. */
const readyHeight = 400;

/** A row that is in the document. */
export interface VirtualRow {
  index: number;
  key: string;
  /** Height of the omitted rows between it and the previous one, in pixels. */
  above: number;
  /** Whether the window scrolls past it so fast that a placeholder is enough. */
  isPassing: boolean;
}

/** The rows of a list that scrolls with the window. */
export interface VirtualRows {
  rows: VirtualRow[];
  /** Height of the omitted rows below the last, in pixels. */
  below: number;
  rowHeight: number;
  /** Number of rows that are too far down for the window to scroll to. */
  tooFar: number;
  /** Returns the distance of a row from the top of the first, in pixels. */
  topOf(index: number): number;
}

const noHeadings: readonly number[] = [];

/**
 * Renders the visible rows. Also renders rows with the focus or an open menu and their neighbours, so that Tab reaches
 * these.
 */
export function useVirtualRows(
  table: RefObject<HTMLElement | null>,
  { count, keyOf, rowHeight, headings = noHeadings, onShow }: VirtualRowsOptions,
): VirtualRows {
  const heights = useRowHeights(table, rowHeight, headings);
  const { from, to, isFast } = useShownSpan(table);
  const drawn = Math.min(count, Math.floor(maxHeight() / heights.usual));
  const ready = Math.ceil(readyHeight / heights.usual);
  const last = Math.min(drawn - 1, heights.indexAt(to) + ready);
  const first = Math.max(0, Math.min(heights.indexAt(from) - ready, last - 2 * ready));
  const indexes = new Set<number>();
  const drawnKeys = useRef(new Map<number, string | undefined>());
  // Rows that were added above have moved the focused one.
  const busy = busyRows(table.current).map((row) => currentIndex(row, drawnKeys.current.get(row), keyOf));
  for (const row of busy) {
    for (const index of [row - 1, row, row + 1]) if (index >= 0 && index < drawn) indexes.add(index);
  }
  for (let index = first; index <= last; index += 1) indexes.add(index);
  const sorted = [...indexes].sort((a, b) => a - b);
  const shown = sorted.join();

  usePageEnds(count);
  const renew = useForceUpdate();
  useLayoutEffect(() => {
    drawnKeys.current = new Map(sorted.map((index) => [index, keyOf(index)]));
    // If rows are lower than estimated, a part of the window would be empty.
    const lastSeen = Math.min(drawn - 1, heights.indexAt(to) + 1);
    const isShort = lastSeen > last || Math.max(0, heights.indexAt(from) - 1) < first;
    if (isShort || busyRows(table.current).join() !== busy.join()) renew();
  });

  useEffect(() => {
    if (shown !== '' && !isFast) onShow?.(shown.split(',').map(Number));
  }, [shown, isFast, onShow]);

  let next = 0;
  const keys = new Set<string>();
  const rows = sorted.map((index) => {
    const above = index === next ? 0 : heights.topOf(index) - heights.topOf(next);
    next = index + 1;
    const isPassing = isFast && !busy.includes(index);
    const key = keyOf(index);
    // A row that moved to another piece is in both pieces until both are reloaded.
    if (key === undefined || keys.has(key)) return { index, key: `row ${index}`, above, isPassing };
    keys.add(key);
    return { index, key, above, isPassing };
  });
  const below = heights.topOf(drawn) - heights.topOf(next);
  return {
    rows,
    below,
    rowHeight: heights.usual,
    tooFar: count - drawn,
    topOf: (index) => heights.topOf(index),
  };
}

/**
 * Scroll distance in pixels after which rows are rendered again; smaller than the rendered margin around the window. Half
 * of it takes a third more processor time, because each rendering lays out and paints the list again.
 */
const step = 200;
/** Time in ms after which a scroll position is no longer part of a fast movement. */
const passingMs = 100;

interface ShownSpan {
  from: number;
  to: number;
  /** Whether the window has just moved by more than its height, twice or more in a row. */
  isFast: boolean;
}

/** Returns the visible part of the element, with a step above and below, in pixels from its top. */
function useShownSpan(element: RefObject<HTMLElement | null>): ShownSpan {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current) setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    // The content above the element may grow.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);

  const noted = useRef({ y: window.scrollY, isFast: false });
  const movedFarAt = useRef(0);
  // Browsers scroll a little when rows are rendered; with fixed steps that would cause endless renders.
  const position = useWindowValue(() => {
    const distance = Math.abs(window.scrollY - noted.current.y);
    if (distance < step) return noted.current;
    const isFar = distance > window.innerHeight;
    // A single jump shows its rows at once.
    const isFast = isFar && performance.now() - movedFarAt.current < passingMs;
    if (isFar) movedFarAt.current = performance.now();
    noted.current = { y: window.scrollY, isFast };
    return noted.current;
  });
  const [reached, setReached] = useState(position);
  useEffect(() => {
    if (!position.isFast) return;
    const timer = setTimeout(() => setReached(position), passingMs);
    return () => clearTimeout(timer);
  }, [position]);
  const height = useWindowValue(() => window.innerHeight);
  const { y } = position;
  return {
    from: y - step - top,
    to: y + height + step - top,
    isFast: position.isFast && reached !== position,
  };
}

const fields = 'input, textarea, select, [contenteditable], [role="dialog"] *';

/**
 * Scrolls to the beginning and the end of the page by Home and End at once: the animation of browsers may stop halfway
 * when rows are rendered meanwhile. Keeps the window at the end when the last of `count` rows are higher than estimated.
 */
function usePageEnds(count: number): void {
  /** Scroll position at the end; null if the window is elsewhere. */
  const end = useRef<number | null>(null);
  /** Whether the window is to scroll to the end, until it is there. */
  const isGoing = useRef(false);
  const counted = useRef(count);
  useEffect(() => {
    const note = () => {
      const { scrollY, innerHeight } = window;
      const left = document.documentElement.scrollHeight - innerHeight - scrollY;
      end.current = scrollY > 0 && left < 2 ? scrollY : null;
      if (end.current !== null) isGoing.current = false;
    };
    const go = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented } = event;
      const isModified = event.shiftKey || event.ctrlKey || event.altKey || event.metaKey;
      isGoing.current = false;
      if (defaultPrevented || isModified || (target as Element).matches(fields)) return;
      if (key !== 'Home' && key !== 'End') return;
      event.preventDefault();
      isGoing.current = key === 'End';
      window.scrollTo(0, key === 'End' ? document.documentElement.scrollHeight : 0);
    };
    const stop = () => {
      isGoing.current = false;
    };
    const over = new AbortController();
    const options = { passive: true, signal: over.signal };
    window.addEventListener('scroll', note, options);
    window.addEventListener('keydown', go, { signal: over.signal });
    window.addEventListener('wheel', stop, options);
    window.addEventListener('pointerdown', stop, options);
    return () => over.abort();
  }, []);
  useLayoutEffect(() => {
    const isOther = counted.current !== count;
    counted.current = count;
    if (isOther) isGoing.current = false;
    // The scroll event may still be pending.
    if (isOther || (end.current !== null && window.scrollY < end.current - 1)) end.current = null;
    if (end.current === null && !isGoing.current) return;
    // In the next frame: each time other rows may be rendered, and React stops after 50 renders in one frame.
    const frame = requestAnimationFrame(() => window.scrollTo(0, document.documentElement.scrollHeight));
    return () => cancelAnimationFrame(frame);
  });
}
