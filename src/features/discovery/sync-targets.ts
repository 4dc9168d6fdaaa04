import { compareBest, isUsable, type Peer } from '../peers/index.ts';
import type { SyncState } from './repository/sync-state-repository.ts';

const maxFollowed = 32;
const dayMs = 86_400_000;

/** A node whose list is read. */
export type SyncTarget = Peer & { publicKey: string };

const isFollowable = (row: Peer): row is SyncTarget => isUsable(row) && row.publicKey !== null;

/**
 * Selects the nodes whose lists are read, best first: those that the owner named, then those already in the index, which
 * keeps the selection stable.
 */
export function selectSyncTargets(
  rows: readonly Peer[],
  states: ReadonlyMap<string, SyncState>,
  now: number,
): SyncTarget[] {
  const isNamed = (row: Peer) => row.source !== 'learned';
  const isFresh = (row: Peer) => {
    const syncedAt = states.get(row.host)?.syncedAt ?? Number.NEGATIVE_INFINITY;
    return now - syncedAt < dayMs;
  };
  return rows
    .filter(isFollowable)
    .sort(
      (a, b) =>
        Number(isNamed(b)) - Number(isNamed(a)) ||
        Number(isFresh(b)) - Number(isFresh(a)) ||
        compareBest(a, b),
    )
    .slice(0, maxFollowed);
}
