import { compareBest, isUsable, type Peer } from '../peer.ts';

const perRound = 8;
const bestPerRound = 5;

/**
 * Selects up to 8 peers for a round: the best, and those with the oldest contacts, which keeps the list for other nodes
 * correct.
 */
export function selectRoundHosts(rows: readonly Peer[]): string[] {
  const best = rows.filter((row) => isUsable(row) && row.failures === 0).sort(compareBest);
  const longestUnheard = best
    .slice(bestPerRound)
    .sort((a, b) => (a.lastContact ?? 0) - (b.lastContact ?? 0))
    .slice(0, perRound - bestPerRound);
  return [...best.slice(0, bestPerRound), ...longestUnheard].map(({ host }) => host);
}
