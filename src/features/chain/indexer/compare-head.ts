import type { PlatformState, TransactionId } from './platform-repository.ts';
import { isSame, type PlatformHead } from './platform-source.ts';

/**
 * Relation of a back end's view of the platform to the index.
 * - `same`: nothing happened; `ahead`: there are new transactions, provided they lead back to the cursor.
 * - `behind`: this back end is older than the index.
 * - `contradicts`: the index contains what is not on the chain of this back end.
 */
export type HeadComparison = 'same' | 'ahead' | 'behind' | 'contradicts';

/**
 * @param has whether the platform is known to have had a transaction: then the back end is on the same chain
 * @param isOnlyOne whether there is only one back end, as for the embedded chain: then a transaction that it lacks does
 *   not exist
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
  // This back end predates the deployment of the platform.
  if (!last) return isLower ? 'behind' : 'contradicts';
  if (isSame(last, cursor)) return isLower ? 'behind' : 'same';
  if (last.lt > cursor.lt) return isLower ? 'behind' : 'ahead';
  return has(last) && !isOnlyOne ? 'behind' : 'contradicts';
}
