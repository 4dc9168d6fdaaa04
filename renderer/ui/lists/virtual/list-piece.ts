import { maxCounted } from '../../../../src/contract/lists.ts';
import type { ListPlace } from '../../../lib/api/list-place.ts';

/** A piece of a list, in the common form of all lists of the node. */
export interface ListPiece<Item> {
  items: Item[];
  isLast: boolean;
  /** The cursor directly above the first item; null if there is none. */
  top: string | null;
  /** Total number of rows; null if they are not counted. */
  total: number | null;
}

/** Loads a piece from the node. */
export type LoadPiece<Item> = (place: ListPlace, signal: AbortSignal) => Promise<ListPiece<Item>>;

interface ListResponse {
  next_cursor: string | null;
  top_cursor: string | null;
  total: number | null;
}

/** Returns the piece in a response. @param isNarrowed whether at most `maxCounted` rows were counted */
export function pieceOf<Item>(items: Item[], response: ListResponse, isNarrowed = false): ListPiece<Item> {
  const { next_cursor: next, top_cursor: top, total } = response;
  const isCounted = total !== null && !(isNarrowed && total >= maxCounted);
  return { items, isLast: next === null, top, total: isCounted ? total : null };
}
