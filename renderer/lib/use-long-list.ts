import { useThrottledCallback } from '@mantine/hooks';
import {
  hashKey,
  keepPreviousData,
  type QueryKey,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { type ListPlace, mostCounted, pieceSize } from './list-place.ts';
import { type Reach, reachWith, roomFor } from './list-reach.ts';
import { useAtTop } from './use-at-top.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { useKeptScroll } from './use-kept-scroll.ts';
import { useSame } from './use-same.ts';

/** A piece of a list, as every list of the node can be told. */
interface ListPiece<Item> {
  items: Item[];
  isLast: boolean;
  /** Right above the first item; null: there is none. */
  top: string | null;
  /** Rows in all; null: they are not counted. */
  total: number | null;
}

interface ListAnswer {
  next_cursor: string | null;
  top_cursor: string | null;
  total: number | null;
}

/** A piece out of an answer. @param isNarrowed whether no more than `mostCounted` rows were counted */
export function pieceOf<Item>(items: Item[], answer: ListAnswer, isNarrowed = false): ListPiece<Item> {
  const { next_cursor: next, top_cursor: top, total } = answer;
  const isCounted = total !== null && !(isNarrowed && total >= mostCounted);
  return { items, isLast: next === null, top, total: isCounted ? total : null };
}

/** So many rows around those in sight are loaded ahead. */
const ahead = 50;
/** Pieces farther away from those in sight than so many are let go of. */
const keptAround = 10;
/** Whoever drags the scrollbar passes most rows in less than this time, in milliseconds. */
const calm = 100;

/** What the rows are counted from; what comes in above it moves nothing. */
interface Anchor {
  /** Of the search whose rows these are. */
  key: QueryKey;
  cursor: string | null;
  /** What they were counted from before, where these are the same with newer ones above. */
  before: string | null;
  total: number | null;
  reach: Reach;
}

/** A long list, of which the pieces in sight are loaded, and those far away are let go of. */
export interface LongList<Item> {
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
export function useLongList<Item>(
  queryKey: QueryKey,
  ask: (place: ListPlace, signal: AbortSignal) => Promise<ListPiece<Item>>,
): LongList<Item> {
  const queries = useQueryClient();
  const { isReturning, restore } = useKeptScroll();
  const kept = useKeptPlace<Anchor>(hashKey(queryKey));
  const [anchor, setAnchor] = useState<Anchor | undefined>(isReturning ? kept.place : undefined);
  const live = useAtTop() && !isReturning;
  const top = useQuery({
    queryKey: [...queryKey, 'top'],
    queryFn: ({ signal }) => ask({ cursor: null, skip: 0 }, signal),
    placeholderData: keepPreviousData,
  });
  const newest = top.isPlaceholderData ? undefined : top.data;
  const isOther = anchor === undefined || hashKey(anchor.key) !== hashKey(queryKey);
  const isSame = !isOther && anchor.cursor === newest?.top;
  if (newest && (isOther || (isSame ? anchor.total !== newest.total : live))) {
    const reach = isSame ? anchor.reach : { known: 0, end: null };
    const before = isOther ? null : isSame ? anchor.before : anchor.cursor;
    setAnchor({ key: queryKey, cursor: newest.top, before, total: newest.total, reach });
  }

  const [shown, setShown] = useState<readonly number[]>([0]);
  const pieces = usePieces(anchor, shown, ask, isSame ? newest : undefined);
  const reach = anchor && pieces.loaded.reduce(reachWith, anchor.reach);
  if (anchor && reach && (reach.known !== anchor.reach.known || reach.end !== anchor.reach.end)) {
    setAnchor({ ...anchor, reach });
  }

  useEffect(() => {
    if (!anchor) return;
    kept.keep(anchor);
    restore();
  }, [anchor, kept.keep, restore]);

  // The first rows stay in sight when newer ones come in above them.
  useEffect(() => {
    if (isSame && newest) queries.setQueryData(pieceKey(queryKey, newest.top, 0), newest);
  });

  useEffect(() => {
    if (!anchor) return;
    const isFar = (piece: number) => shown.every((each) => Math.abs(each - piece) > keptAround);
    queries.removeQueries({
      queryKey: [...anchor.key, 'rows'],
      type: 'inactive',
      predicate: ({ queryKey: key }) =>
        ![anchor.cursor, anchor.before].includes(key.at(-2) as string | null) || isFar(Number(key.at(-1))),
    });
  }, [queries, anchor, shown]);

  const show = useThrottledCallback(
    (indexes: readonly number[]) => setShown((before) => piecesOf(indexes, before)),
    calm,
  );
  return {
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
    isOutdated: !live && newest !== undefined && !isOther && !isSame,
  };
}

/** The pieces of a list that are shown, as far as they are loaded. @param first the first of them, where it is known */
function usePieces<Item>(
  anchor: Anchor | undefined,
  shown: readonly number[],
  ask: (place: ListPlace, signal: AbortSignal) => Promise<ListPiece<Item>>,
  first: ListPiece<Item> | undefined,
) {
  const queries = useQueryClient();
  const room = anchor ? roomFor(anchor.reach, anchor.total, pieceSize) : 0;
  const asked = shown.filter((piece) => piece * pieceSize < room && !(first && piece === 0));
  const results = useQueries({
    queries: asked.map((piece) => ({
      queryKey: pieceKey(anchor?.key ?? [], anchor?.cursor ?? null, piece),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        ask({ cursor: anchor?.cursor ?? null, skip: piece * pieceSize }, signal),
      placeholderData: () =>
        queries.getQueryData<ListPiece<Item>>(pieceKey(anchor?.key ?? [], anchor?.before ?? null, piece)),
    })),
  });
  const numbers = useSame(first ? [0, ...asked] : asked);
  const data = useSame([...(first ? [first] : []), ...results.map((result) => result.data)]);
  const itemAt = useCallback(
    (index: number) => data[numbers.indexOf(Math.floor(index / pieceSize))]?.items[index % pieceSize],
    [numbers, data],
  );
  return {
    itemAt,
    loaded: data.flatMap((piece, at) =>
      piece
        ? [{ start: (numbers[at] ?? 0) * pieceSize, rows: piece.items.length, isLast: piece.isLast }]
        : [],
    ),
    failed: results.filter(({ isError }) => isError),
    isFetching: results.some(({ isFetching }) => isFetching),
  };
}

const pieceKey = (key: QueryKey, cursor: string | null, piece: number): QueryKey => [
  ...key,
  'rows',
  cursor,
  piece,
];

/** Which pieces hold these rows and those around them; `before`, where they are the same. */
function piecesOf(indexes: readonly number[], before: readonly number[]): readonly number[] {
  const pieces = new Set<number>();
  for (const index of indexes) {
    for (const each of [index - ahead, index, index + ahead]) {
      pieces.add(Math.max(0, Math.floor(each / pieceSize)));
    }
  }
  return pieces.size === before.length && before.every((piece) => pieces.has(piece)) ? before : [...pieces];
}
