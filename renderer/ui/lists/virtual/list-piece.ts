import { type ListPlace, maxCounted } from '../../../lib/api/list-place.ts';

/** A piece of a list, in the form that all lists of the node share. */
export interface ListPiece<Item> {
  items: Item[];
  isLast: boolean;
  /** The cursor right above the first item; null where there is none. */
  top: string | null;
  /** Rows in all; null where they are not counted. */
  total: number | null;
}

/** Loads a piece from the node. */
export type AskPiece<Item> = (place: ListPlace, signal: AbortSignal) => Promise<ListPiece<Item>>;

interface ListAnswer {
  next_cursor: string | null;
  top_cursor: string | null;
  total: number | null;
}

/** Returns the piece in an answer. @param isNarrowed whether no more than `mostCounted` rows were counted */
export function pieceOf<Item>(items: Item[], answer: ListAnswer, isNarrowed = false): ListPiece<Item> {
  const { next_cursor: next, top_cursor: top, total } = answer;
  const isCounted = total !== null && !(isNarrowed && total >= maxCounted);
  return { items, isLast: next === null, top, total: isCounted ? total : null };
}
