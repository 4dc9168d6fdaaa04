import type { PlatformState, TransactionId } from './platform-repository.ts';
import { isSame, type PlatformHead } from './platform-source.ts';

/**
 * What a back end's word of the platform is worth.
 * - `same`: nothing happened; `ahead`: there is something new, if it leads back to the cursor.
 * - `behind`: this back end is older than what is known.
 * - `contradicts`: what is known is not on the chain that it shows.
 */
export type HeadComparison = 'same' | 'ahead' | 'behind' | 'contradicts';

/**
 * @param has whether the platform was seen to have a transaction: then the back end is on the same chain
 * @param isOnlyOne there is one back end, as for the embedded chain: what it has not any more is gone
 */
export function compareHead(
  { seqno, last }: PlatformHead,
  { cursor, height }: Pick<PlatformState, 'cursor' | 'height'>,
  has: (id: TransactionId) => boolean,
  isOnlyOne: boolean,
): HeadComparison {
  const isLower = seqno < height;
  if (isLower && isOnlyOne) return 'contradicts';
  if (!cursor) {
    if (isLower) return 'behind';
    return last ? 'ahead' : 'same';
  }
  // Before the platform was deployed.
  if (!last) return isLower ? 'behind' : 'contradicts';
  if (isSame(last, cursor)) return isLower ? 'behind' : 'same';
  if (last.lt > cursor.lt) return isLower ? 'behind' : 'ahead';
  return has(last) && !isOnlyOne ? 'behind' : 'contradicts';
}
