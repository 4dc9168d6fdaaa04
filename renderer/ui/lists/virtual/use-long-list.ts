import { hashKey, keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Anchor, anchorAt, anchorWith, isOf, rowsOf } from './list-anchor.ts';
import type { AskPiece } from './list-piece.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { useKeptScroll } from './use-kept-scroll.ts';
import { useListPieces, useShownPieces } from './use-list-pieces.ts';
import { useWindowValue } from './use-window-value.ts';

/** About the height of what stands above the first rows of a list, in pixels. */
const nearTop = 200;

/** A long list, of which the pieces in sight are loaded and those far away are dropped. */
export interface LongList<Item> {
  /** Names what the list is narrowed to. */
  search: string;
  /** Rows to take room for; undefined until that is known. */
  count: number | undefined;
  /** Rows in all; null where that is not known. */
  total: number | null;
  /** The newest rows, however far down the window is. */
  first: Item[];
  /** Returns an item; undefined while it is not loaded. */
  itemAt(index: number): Item | undefined;
  /** Takes the numbers of the rows that are in the document. */
  show(indexes: readonly number[]): void;
  error: Error | null;
  retry(): void;
  isFetching: boolean;
  /** Whether these are rows of the search before, until those of this one are loaded. */
  isPlaceholder: boolean;
  /** Whether there are newer rows, which are shown at the top of the page. */
  isOutdated: boolean;
}

/**
 * Follows a list live while its top is in sight, and else keeps the loaded rows in place.
 * @param queryKey names the list and what it is narrowed to
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
  const isFirstTold = isCurrent && newest !== undefined && pieces.first !== undefined;
  const isOutdated = isFirstTold && newest.top !== pieces.first?.top;
  // Without newer rows above, the anchor may follow and no row moves.
  const followed = newest
    ? anchorAt(anchor, queryKey, newest, isLive || (isFirstTold && !isOutdated))
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
