import { hashKey, type QueryKey } from '@tanstack/react-query';
import { pieceSize } from '../../../lib/api/list-place.ts';
import type { ListPiece } from './list-piece.ts';

/** The cursor from which the rows of a list are counted, and the number of rows below it. */
export interface Anchor {
  /** Key of the search that these rows match. */
  key: QueryKey;
  cursor: string | null;
  /** The previous cursor, if newer rows were added above the same rows. */
  before: string | null;
  /** Number of rows that the node counted; null if it did not count them. */
  total: number | null;
  /** Number of rows that are known to exist. */
  known: number;
  /** Position of the end of the list; null until the end was loaded. */
  end: number | null;
}

export interface LoadedPiece {
  /** Number of its first row, from 0. */
  start: number;
  rows: number;
  isLast: boolean;
}

export const belongsTo = (anchor: Anchor | undefined, key: QueryKey): anchor is Anchor =>
  anchor !== undefined && hashKey(anchor.key) === hashKey(key);

/**
 * Returns the anchor of a list whose newest piece was loaded.
 * @param isFollowing whether rows may move for newer ones
 */
export function anchorAt(
  anchor: Anchor | undefined,
  key: QueryKey,
  { top, total }: Pick<ListPiece<unknown>, 'top' | 'total'>,
  isFollowing: boolean,
): Anchor {
  const started = { key, cursor: top, before: null, total, known: 0, end: null };
  if (!belongsTo(anchor, key)) return started;
  // Changes below the top make the loaded end out of date.
  if (anchor.cursor === top) return anchor.total === total ? anchor : { ...started, before: anchor.before };
  return isFollowing ? { ...started, before: anchor.cursor } : anchor;
}

export function anchorWith(anchor: Anchor, loaded: readonly LoadedPiece[]): Anchor {
  const { known, end } = loaded.reduce(withPiece, anchor);
  return known === anchor.known && end === anchor.end ? anchor : { ...anchor, known, end };
}

type Reach = Pick<Anchor, 'known' | 'end'>;

function withPiece(reach: Reach, { start, rows, isLast }: LoadedPiece): Reach {
  const to = start + rows;
  // An empty piece far below the known rows does not show where the end is.
  if (rows === 0 && start > reach.known) return reach;
  if (isLast) return { known: to, end: to };
  // Rows at or beyond the loaded end show that the end moved.
  const end = reach.end !== null && reach.end > to ? reach.end : null;
  return { known: Math.max(reach.known, to), end };
}

/**
 * Returns the number of rows for which a list reserves space: one piece more than is known if the rows are not counted.
 */
export const rowsOf = ({ known, end, total }: Anchor): number => end ?? total ?? known + pieceSize;
