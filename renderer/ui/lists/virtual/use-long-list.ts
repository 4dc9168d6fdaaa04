import { hashKey, keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Anchor, anchorAt, anchorWith, isOf, rowsOf } from './list-anchor.ts';
import type { AskPiece } from './list-piece.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { useKeptScroll } from './use-kept-scroll.ts';
import { useListPieces, useShownPieces } from './use-list-pieces.ts';
import { useWindowValue } from './use-window-value.ts';

/** Approximate height above the first rows of a list, in pixels. */
const nearTop = 200;

/** A long list that loads the visible pieces and drops those far away. */
export interface LongList<Item> {
  /** Key of the current filter. */
  search: string;
  /** Number of rows to reserve space for; undefined until it is known. */
  count: number | undefined;
  /** Total number of rows; null where it is unknown. */
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
  /** Whether these rows belong to the previous search, until those of this one are loaded. */
  isPlaceholder: boolean;
  /** Whether there are newer rows, which are shown at the top of the page. */
  isOutdated: boolean;
}

/**
 * Updates a list live while its top is visible, and otherwise keeps the loaded rows in place.
 * @param queryKey key of the list and its filter
 */
export function useLongList<Item>(queryKey: QueryKey, ask: AskPiece<Item>): LongList<Item> {
  const search = hashKey(queryKey);
  const { isReturning, restore } = useKeptScroll();
  const kept = useKeptPlace<Anchor>(search);
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
  // Without newer rows above, the anchor may follow because no row moves.
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
