import { type ListPlace, mostCounted } from '../../../lib/api/list-place.ts';

/** A piece of a list, as every list of the node can be told. */
export interface ListPiece<Item> {
  items: Item[];
  isLast: boolean;
  /** Right above the first item; null: there is none. */
  top: string | null;
  /** Rows in all; null: they are not counted. */
  total: number | null;
}

/** Asks the node for a piece. */
export type AskPiece<Item> = (place: ListPlace, signal: AbortSignal) => Promise<ListPiece<Item>>;

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
