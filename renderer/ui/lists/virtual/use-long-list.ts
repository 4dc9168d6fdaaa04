import { hashKey, keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { type Anchor, anchorAt, anchorWith, isOf, rowsOf } from './list-anchor.ts';
import type { AskPiece } from './list-piece.ts';
import { useHistoryState } from './use-history-state.ts';
import { useListPieces, useShownPieces } from './use-list-pieces.ts';
import { useWindowValue } from './use-window-value.ts';

/** Approximate height above the first rows of a list, in pixels. */
const nearTop = 200;

/** A long list that loads the visible pieces and drops distant ones. */
export interface LongList<Item> {
  /** Key of the current filter. */
  search: string;
  /** Number of rows to reserve space for; undefined until it is known. */
  count: number | undefined;
  /** Total number of rows; null if it is unknown. */
  total: number | null;
  /** The newest rows, at any scroll position. */
  first: Item[];
  /** Returns an item; undefined while it is not loaded. */
  itemAt(index: number): Item | undefined;
  /** Receives the numbers of the rows that are in the document. */
  show(indexes: readonly number[]): void;
  error: Error | null;
  retry(): void;
  isFetching: boolean;
  /** Whether the shown rows belong to the previous search, because those of the current one are not loaded yet. */
  isPlaceholder: boolean;
  /** Whether there are newer rows, which are shown at the top of the page. */
  isOutdated: boolean;
}

/** Updates a list live while its top is visible, and otherwise keeps the loaded rows in place. */
export function useLongList<Item>(queryKey: QueryKey, ask: AskPiece<Item>): LongList<Item> {
  const search = hashKey(queryKey);
  const { isReturning, restore } = useRestoredScroll();
  const kept = useHistoryState<Anchor>(search);
  const [anchor, setAnchor] = useState<Anchor | undefined>(isReturning ? kept.place : undefined);
  const isLive = useWindowValue(() => window.scrollY < nearTop) && !isReturning;
  const top = useQuery({
    queryKey: [...queryKey, 'top'],
    queryFn: ({ signal }) => ask({ cursor: null, skip: 0 }, signal),
    placeholderData: keepPreviousData,
  });
  const newest = top.isPlaceholderData ? undefined : top.data;
  const isCurrent = isOf(anchor, queryKey);
  const isSame = isCurrent && anchor.cursor === newest?.top;
  const { shown, show } = useShownPieces();
  const pieces = useListPieces(anchor, shown, ask, isSame ? newest : undefined);
  const isFirstKnown = isCurrent && newest !== undefined && pieces.first !== undefined;
  const isOutdated = isFirstKnown && newest.top !== pieces.first?.top;
  // If no newer rows are above, the anchor may follow the top, because no row moves.
  const followed = newest
    ? anchorAt(anchor, queryKey, newest, isLive || (isFirstKnown && !isOutdated))
    : anchor;
  const next = followed && followed === anchor ? anchorWith(anchor, pieces.loaded) : followed;
  if (next !== anchor) setAnchor(next);

  useEffect(() => {
    if (!anchor || !isCurrent) return;
    kept.keep(anchor);
    restore();
  }, [anchor, isCurrent, kept.keep, restore]);

  return {
    search,
    count: anchor && rowsOf(anchor),
    total: anchor?.end ?? anchor?.total ?? null,
    first: top.data?.items ?? [],
    itemAt: pieces.itemAt,
    show,
    error: top.error ?? pieces.failed[0]?.error ?? null,
    retry: () => {
      if (top.isError) void top.refetch();
      for (const piece of pieces.failed) void piece.refetch();
    },
    isFetching: top.isFetching || pieces.isFetching,
    isPlaceholder: top.isPlaceholderData,
    isOutdated: isOutdated && !isLive,
  };
}

/** Restores the scroll position of a long list on back navigation, even between filters of the same page. */
function useRestoredScroll() {
  const { key } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const { place, keep } = useHistoryState<number>('scroll');
  const goalHere = () => ({ at: key, goal: isBack ? place : undefined });
  const [{ at, goal }, setGoal] = useState(goalHere);
  if (at !== key) setGoal(goalHere());

  // A layout effect, because it is cleaned up before a shorter page replaces this one, which makes the browser scroll.
  useLayoutEffect(() => {
    const note = () => keep(window.scrollY);
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [keep]);

  /** Scrolls to the stored position once the list has rows. */
  const restore = useCallback(() => {
    if (goal === undefined) return;
    // Runs after the frame in which the page is scrolled to the top.
    requestAnimationFrame(() => {
      window.scrollTo(0, goal);
      setGoal({ at: key, goal: undefined });
    });
  }, [key, goal]);
  return { isReturning: goal !== undefined, restore };
}
