import { hashKey, type QueryKey } from '@tanstack/react-query';
import type { ListPiece } from './list-piece.ts';
import { type LoadedPiece, nothingKnown, type Reach, reachWith } from './list-reach.ts';

/** What the rows of a list are counted from; what comes in above it moves nothing. */
export interface Anchor {
  /** Of the search whose rows these are. */
  key: QueryKey;
  cursor: string | null;
  /** What they were counted from before, where these are the same with newer ones above. */
  before: string | null;
  total: number | null;
  reach: Reach;
}

type Newest = Pick<ListPiece<unknown>, 'top' | 'total'>;

export const isOf = (anchor: Anchor | undefined, key: QueryKey): anchor is Anchor =>
  anchor !== undefined && hashKey(anchor.key) === hashKey(key);

/** @param isFollowing whether the rows may move, to make room for newer ones */
export function anchorAt(
  anchor: Anchor | undefined,
  key: QueryKey,
  { top, total }: Newest,
  isFollowing: boolean,
): Anchor {
  const begun = { key, cursor: top, before: null, total, reach: nothingKnown };
  if (!isOf(anchor, key)) return begun;
  // Where rows went or came in below, the end that was seen is none.
  if (anchor.cursor === top) return anchor.total === total ? anchor : { ...begun, before: anchor.before };
  return isFollowing ? { ...begun, before: anchor.cursor } : anchor;
}

/** What loaded pieces tell of where the list ends. */
export function anchorWith(anchor: Anchor, loaded: readonly LoadedPiece[]): Anchor {
  const reach = loaded.reduce(reachWith, anchor.reach);
  const isSame = reach.known === anchor.reach.known && reach.end === anchor.reach.end;
  return isSame ? anchor : { ...anchor, reach };
}
