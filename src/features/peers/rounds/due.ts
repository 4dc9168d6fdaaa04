import { compareBest, isUsable } from '../peer-view.ts';
import type { PeerRow } from '../repository/peer-repository.ts';

const PER_ROUND = 8;
const BEST_PER_ROUND = 5;

/**
 * Whom a round shakes hands with: up to 8 nodes in use, namely the best, and those not heard of for longest,
 * so that what this node tells others about them stays true.
 */
export function roundHosts(rows: readonly PeerRow[]): string[] {
  const best = rows.filter((row) => isUsable(row) && row.failures === 0).sort(compareBest);
  const longestUnheard = best
    .slice(BEST_PER_ROUND)
    .sort((a, b) => (a.lastContact ?? 0) - (b.lastContact ?? 0))
    .slice(0, PER_ROUND - BEST_PER_ROUND);
  return [...best.slice(0, BEST_PER_ROUND), ...longestUnheard].map(({ host }) => host);
}
