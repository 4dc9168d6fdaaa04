import { useThrottledCallback } from '@mantine/hooks';
import { type QueryKey, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { pieceSize } from '../../../lib/api/list-place.ts';
import type { Anchor } from './list-anchor.ts';
import type { AskPiece, ListPiece } from './list-piece.ts';
import { roomFor } from './list-reach.ts';
import { useSame } from './use-same.ts';

/** So many rows around those in sight are loaded ahead. */
const ahead = 50;
/** Pieces farther away from those in sight than so many are let go of. */
const keptAround = 10;
/** Whoever drags the scrollbar passes most rows in less than this time, in milliseconds. */
const calm = 100;

/** Which pieces hold the rows in the document, and those around them. */
export function useShownPieces() {
  const [shown, setShown] = useState<readonly number[]>([0]);
  const show = useThrottledCallback(
    (indexes: readonly number[]) => setShown((before) => piecesOf(indexes, before)),
    calm,
  );
  return { shown, show };
}

/**
 * The pieces of a list that are shown, as far as they are loaded; those far away are let go of.
 * @param newest the first of them, where it is what the list begins with
 */
export function useListPieces<Item>(
  anchor: Anchor | undefined,
  shown: readonly number[],
  ask: AskPiece<Item>,
  newest: ListPiece<Item> | undefined,
) {
  const queries = useQueryClient();
  const room = anchor ? roomFor(anchor.reach, anchor.total, pieceSize) : 0;
  // The first tells what has come in above.
  const wanted = newest ? shown.filter((piece) => piece > 0) : [...new Set([0, ...shown])];
  const asked = wanted.filter((piece) => piece * pieceSize < room);
  const results = useQueries({
    queries: asked.map((piece) => ({
      queryKey: pieceKey(anchor?.key ?? [], anchor?.cursor ?? null, piece),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        ask({ cursor: anchor?.cursor ?? null, skip: piece * pieceSize }, signal),
      placeholderData: () =>
        queries.getQueryData<ListPiece<Item>>(pieceKey(anchor?.key ?? [], anchor?.before ?? null, piece)),
    })),
  });
  const numbers = useSame(newest ? [0, ...asked] : asked);
  const data = useSame([...(newest ? [newest] : []), ...results.map((result) => result.data)]);
  const itemAt = useCallback(
    (index: number) => data[numbers.indexOf(Math.floor(index / pieceSize))]?.items[index % pieceSize],
    [numbers, data],
  );

  // The first rows stay in sight when newer ones come in above them.
  useEffect(() => {
    if (anchor && newest) queries.setQueryData(pieceKey(anchor.key, anchor.cursor, 0), newest);
  }, [queries, anchor, newest]);

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

  const first = results[asked.indexOf(0)];
  return {
    itemAt,
    /** The first piece as it was last told; undefined: it was not. */
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
