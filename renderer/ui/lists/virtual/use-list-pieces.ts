import { useThrottledCallback } from '@mantine/hooks';
import { type QueryKey, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { pieceSize } from '../../../lib/api/list-place.ts';
import { type Anchor, rowsOf } from './list-anchor.ts';
import type { ListPiece, LoadPiece } from './list-piece.ts';

/** Rows around the visible ones that are loaded in advance. */
const ahead = 50;
/** Distance from the visible pieces, in pieces, within which loaded ones are kept. */
const maxDistance = 10;
/** Delay of loading in milliseconds, within which a dragged scrollbar passes most rows. */
const loadDelayMs = 100;

/** Returns the pieces with the rows in the document and those around them. */
export function useShownPieces() {
  const [shown, setShown] = useState<readonly number[]>([0]);
  const show = useThrottledCallback(
    (indexes: readonly number[]) => setShown((before) => piecesOf(indexes, before)),
    loadDelayMs,
  );
  return { shown, show };
}

/**
 * Loads the visible pieces of a list, and drops those far away.
 * @param newest the first piece, where the rows are counted from its top
 */
export function useListPieces<Item>(
  anchor: Anchor | undefined,
  shown: readonly number[],
  loadPiece: LoadPiece<Item>,
  newest: ListPiece<Item> | undefined,
) {
  const queries = useQueryClient();
  const rowCount = anchor ? rowsOf(anchor) : 0;
  // The first piece is always loaded, because it shows whether there are newer rows.
  const wanted = newest ? shown.filter((piece) => piece > 0) : [...new Set([0, ...shown])];
  const requested = wanted.filter((piece) => piece * pieceSize < rowCount);
  const results = useQueries({
    queries: requested.map((piece) => ({
      queryKey: pieceKey(anchor?.key ?? [], anchor?.cursor ?? null, piece),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        loadPiece({ cursor: anchor?.cursor ?? null, skip: piece * pieceSize }, signal),
      placeholderData: () =>
        queries.getQueryData<ListPiece<Item>>(pieceKey(anchor?.key ?? [], anchor?.before ?? null, piece)),
    })),
  });
  const numbers = useSame(newest ? [0, ...requested] : requested);
  const data = useSame([...(newest ? [newest] : []), ...results.map((result) => result.data)]);
  const itemAt = useCallback(
    (index: number) => data[numbers.indexOf(Math.floor(index / pieceSize))]?.items[index % pieceSize],
    [numbers, data],
  );

  // With newer rows above, the first piece is shown until it is reloaded.
  useEffect(() => {
    if (anchor && newest) queries.setQueryData(pieceKey(anchor.key, anchor.cursor, 0), newest);
  }, [queries, anchor, newest]);

  useEffect(() => {
    if (!anchor) return;
    const isFar = (piece: number) => shown.every((each) => Math.abs(each - piece) > maxDistance);
    queries.removeQueries({
      queryKey: [...anchor.key, 'rows'],
      type: 'inactive',
      predicate: ({ queryKey: key }) =>
        ![anchor.cursor, anchor.before].includes(key.at(-2) as string | null) || isFar(Number(key.at(-1))),
    });
  }, [queries, anchor, shown]);

  const first = results[requested.indexOf(0)];
  return {
    itemAt,
    /** The first piece; undefined until it is loaded. */
    first: first?.isSuccess && !first.isPlaceholderData ? first.data : newest,
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

/** Returns the pieces with these rows and those around them; returns `before` itself if they are the same. */
function piecesOf(indexes: readonly number[], before: readonly number[]): readonly number[] {
  const pieces = new Set<number>();
  for (const index of indexes) {
    for (const each of [index - ahead, index, index + ahead]) {
      pieces.add(Math.max(0, Math.floor(each / pieceSize)));
    }
  }
  return pieces.size === before.length && before.every((piece) => pieces.has(piece)) ? before : [...pieces];
}

/** Returns the previous list while its elements are the same. */
function useSame<Value>(list: readonly Value[]): readonly Value[] {
  const [kept, setKept] = useState(list);
  if (kept.length === list.length && kept.every((value, at) => value === list[at])) return kept;
  setKept(list);
  return list;
}
