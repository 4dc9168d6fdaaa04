import { hashKey, type QueryKey } from '@tanstack/react-query';
import { pieceSize } from '../../../lib/api/list-place.ts';
import type { ListPiece } from './list-piece.ts';

/** The cursor that the rows of a list are counted from, and how many rows there are below it. */
export interface Anchor {
  /** Names the search that these rows match. */
  key: QueryKey;
  cursor: string | null;
  /** The cursor before, where these are the same rows with newer ones above. */
  before: string | null;
  /** Rows as the node counted them; null where it did not. */
  total: number | null;
  /** Rows that are known to exist. */
  known: number;
  /** Where the list ends; null until its end was loaded. */
  end: number | null;
}

export interface LoadedPiece {
  /** Number of its first row, from 0. */
  start: number;
  rows: number;
  isLast: boolean;
}

export const isOf = (anchor: Anchor | undefined, key: QueryKey): anchor is Anchor =>
  anchor !== undefined && hashKey(anchor.key) === hashKey(key);

/**
 * Returns the anchor of a list whose newest piece was loaded.
 * @param isFollowing whether rows may move to make room for newer ones
 */
export function anchorAt(
  anchor: Anchor | undefined,
  key: QueryKey,
  { top, total }: Pick<ListPiece<unknown>, 'top' | 'total'>,
  isFollowing: boolean,
): Anchor {
  const started = { key, cursor: top, before: null, total, known: 0, end: null };
  if (!isOf(anchor, key)) return started;
  // Where rows were added or removed below, the end that was loaded is out of date.
  if (anchor.cursor === top) return anchor.total === total ? anchor : { ...started, before: anchor.before };
  return isFollowing ? { ...started, before: anchor.cursor } : anchor;
}

/** Returns the anchor with what loaded pieces tell of the end of the list. */
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
  // Rows at or beyond the end that was loaded mean that it moved.
  const end = reach.end !== null && reach.end > to ? reach.end : null;
  return { known: Math.max(reach.known, to), end };
}

/** Returns how many rows a list takes room for: one piece more than is known where nobody counted them. */
export const rowsOf = ({ known, end, total }: Anchor): number => end ?? total ?? known + pieceSize;
