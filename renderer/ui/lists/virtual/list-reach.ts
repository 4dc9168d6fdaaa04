/** How far a list is known to go. */
export interface Reach {
  /** So many rows there are at least. */
  known: number;
  /** Where it ends, once that was seen. */
  end: number | null;
}

export const nothingKnown: Reach = { known: 0, end: null };

export interface LoadedPiece {
  /** Of its first row, from 0. */
  start: number;
  rows: number;
  isLast: boolean;
}

/** What a loaded piece adds to what is known. */
export function reachWith(reach: Reach, { start, rows, isLast }: LoadedPiece): Reach {
  const to = start + rows;
  // Nothing so far down says nothing of where the end is.
  if (rows === 0 && start > reach.known) return reach;
  const known = Math.max(reach.known, to);
  if (isLast) return { known: to, end: to };
  // Rows came in where the end was.
  return { known, end: reach.end !== null && reach.end > to ? reach.end : null };
}

/**
 * How many rows a list takes room for.
 * @param total null: nobody counted them; then there is room for one piece more than is known
 */
export function roomFor({ known, end }: Reach, total: number | null, pieceSize: number): number {
  return end ?? total ?? known + pieceSize;
}
