import { compareBest, isUsable } from '../peers/peer-view.ts';
import type { PeerRow } from '../peers/repository/peer-repository.ts';
import type { SyncState } from './repository/sync-state-repository.ts';

const MOST_FOLLOWED = 32;
const DAY_MS = 86_400_000;

/** A node whose list is read. */
export type Followed = PeerRow & { publicKey: string };

const isFollowable = (row: PeerRow): row is Followed => isUsable(row) && row.publicKey !== null;

/**
 * Whose lists are read, best first: what a person named, then those whose lists this node has already, so that it
 * does not begin anew with others all the time.
 */
export function followed(
  rows: readonly PeerRow[],
  states: ReadonlyMap<string, SyncState>,
  now: number,
): Followed[] {
  const isNamed = (row: PeerRow) => row.source !== 'learned';
  const isFresh = (row: PeerRow) => {
    const syncedAt = states.get(row.host)?.syncedAt ?? Number.NEGATIVE_INFINITY;
    return now - syncedAt < DAY_MS;
  };
  return rows
    .filter(isFollowable)
    .sort(
      (a, b) =>
        Number(isNamed(b)) - Number(isNamed(a)) ||
        Number(isFresh(b)) - Number(isFresh(a)) ||
        compareBest(a, b),
    )
    .slice(0, MOST_FOLLOWED);
}
