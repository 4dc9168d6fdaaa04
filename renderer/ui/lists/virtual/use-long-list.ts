import { hashKey, keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { type Anchor, anchorAt, anchorWith, belongsTo, rowsOf } from './list-anchor.ts';
import type { LoadPiece } from './list-piece.ts';
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
  setVisibleRows(indexes: readonly number[]): void;
  error: Error | null;
  retry(): void;
  isFetching: boolean;
  /** Whether the shown rows belong to the previous search, because those of the current one are not loaded yet. */
  isPlaceholder: boolean;
  /** Whether there are newer rows, which are shown at the top of the page. */
  isOutdated: boolean;
}

/** Updates a list live while its top is visible, and otherwise keeps the loaded rows in place. */
export function useLongList<Item>(queryKey: QueryKey, loadPiece: LoadPiece<Item>): LongList<Item> {
  const search = hashKey(queryKey);
  const { isReturning, restore } = useRestoredScroll();
  const { saved: savedAnchor, save: saveAnchor } = useHistoryState<Anchor>(search);
  const [anchor, setAnchor] = useState<Anchor | undefined>(isReturning ? savedAnchor : undefined);
  const isLive = useWindowValue(() => window.scrollY < nearTop) && !isReturning;
  const top = useQuery({
    queryKey: [...queryKey, 'top'],
    queryFn: ({ signal }) => loadPiece({ cursor: null, skip: 0 }, signal),
    placeholderData: keepPreviousData,
  });
  const newest = top.isPlaceholderData ? undefined : top.data;
  const isCurrent = belongsTo(anchor, queryKey);
  const isSame = isCurrent && anchor.cursor === newest?.top;
  const { shown, show } = useShownPieces();
  const pieces = useListPieces(anchor, shown, loadPiece, isSame ? newest : undefined);
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
    saveAnchor(anchor);
    restore();
  }, [anchor, isCurrent, saveAnchor, restore]);

  return {
    search,
    count: anchor && rowsOf(anchor),
    total: anchor?.end ?? anchor?.total ?? null,
    first: top.data?.items ?? [],
    itemAt: pieces.itemAt,
    setVisibleRows: show,
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
  const { saved, save } = useHistoryState<number>('scroll');
  const targetHere = () => ({ at: key, targetScroll: isBack ? saved : undefined });
  const [{ at, targetScroll }, setTarget] = useState(targetHere);
  if (at !== key) setTarget(targetHere());

  // A layout effect, because it is cleaned up before a shorter page replaces this one, which makes the browser scroll.
  useLayoutEffect(() => {
    const saveScroll = () => save(window.scrollY);
    window.addEventListener('scroll', saveScroll, { passive: true });
    return () => window.removeEventListener('scroll', saveScroll);
  }, [save]);

  /** Scrolls to the stored position once the list has rows. */
  const restore = useCallback(() => {
    if (targetScroll === undefined) return;
    // Runs after the frame in which the page is scrolled to the top.
    requestAnimationFrame(() => {
      window.scrollTo(0, targetScroll);
      setTarget({ at: key, targetScroll: undefined });
    });
  }, [key, targetScroll]);
  return { isReturning: targetScroll !== undefined, restore };
}
