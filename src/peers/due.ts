import type { PeerRow } from '../db/peers.ts';
import { LONGEST_MS } from './backoff.ts';
import { compareBest, isUsable } from './peer-view.ts';

const PER_ROUND = 8;
const BEST_PER_ROUND = 5;

/** A time further ahead than any that is ever set comes from a clock that was wrong. */
const isDue = ({ nextAttempt }: PeerRow, now: number): boolean =>
  nextAttempt === null || nextAttempt <= now || nextAttempt > now + LONGEST_MS;

/**
 * Whom to shake hands with now: whoever was never tried, or failed and has waited long enough; and when a
 * round is due, up to 8 nodes in use: the best, and those not heard of for longest, so that what this
 * node tells others about them stays true.
 */
export function dueHosts(rows: readonly PeerRow[], now: number, roundIsDue: boolean): string[] {
  const inUse = (row: PeerRow): boolean => isUsable(row) && row.failures === 0;
  const waiting = rows.filter((row) => !inUse(row) && isDue(row, now));
  if (!roundIsDue) return waiting.map(({ host }) => host);
  const best = rows.filter(inUse).sort(compareBest);
  const longestUnheard = best
    .slice(BEST_PER_ROUND)
    .sort((a, b) => (a.lastContact ?? 0) - (b.lastContact ?? 0))
    .slice(0, PER_ROUND - BEST_PER_ROUND);
  return [...best.slice(0, BEST_PER_ROUND), ...longestUnheard, ...waiting].map(({ host }) => host);
}
