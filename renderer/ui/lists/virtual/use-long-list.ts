import { hashKey, keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { pieceSize } from '../../../lib/api/list-place.ts';
import { type Anchor, anchorAt, anchorWith, isOf } from './list-anchor.ts';
import type { AskPiece } from './list-piece.ts';
import { roomFor } from './list-reach.ts';
import { useAtTop } from './use-at-top.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { useKeptScroll } from './use-kept-scroll.ts';
import { useListPieces, useShownPieces } from './use-list-pieces.ts';

/** A long list, of which the pieces in sight are loaded, and those far away are let go of. */
export interface LongList<Item> {
  /** Names what the list is narrowed to. */
  search: string;
  /** Rows to take room for; undefined: not known yet. */
  count: number | undefined;
  /** Rows in all; null: nobody knows. */
  total: number | null;
  /** The first rows of all, however far down one is. */
  first: Item[];
  /** undefined: not loaded, or not loaded yet. */
  itemAt(index: number): Item | undefined;
  /** Says which rows are in the document. */
  show(indexes: readonly number[]): void;
  error: Error | null;
  retry(): void;
  isFetching: boolean;
  /** Whether these are rows of an earlier search, until those of this one are here. */
  isPlaceholder: boolean;
  /** Whether there is something new above, which is shown once one goes to the top. */
  isOutdated: boolean;
}

/**
 * Follows a list live while its top is in sight, and else holds what was loaded in place.
 * @param queryKey names the list and what it is narrowed to
 */
export function useLongList<Item>(queryKey: QueryKey, ask: AskPiece<Item>): LongList<Item> {
  const search = hashKey(queryKey);
  const { isReturning, restore } = useKeptScroll();
  const kept = useKeptPlace<Anchor>(search);
  const [anchor, setAnchor] = useState<Anchor | undefined>(isReturning ? kept.place : undefined);
  const isLive = useAtTop() && !isReturning;
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
  // Where nothing is new above, what is below may be counted from there without a row moving.
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
    count: anchor && roomFor(anchor.reach, anchor.total, pieceSize),
    total: anchor?.reach.end ?? anchor?.total ?? null,
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
