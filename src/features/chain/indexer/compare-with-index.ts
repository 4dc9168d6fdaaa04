import type { PlatformState, TransactionId } from './platform-repository.ts';
import { isSame, type PlatformHead } from './platform-source.ts';

/**
 * Relation of the platform's state at a back end to the index: `same`; `ahead`, provided the new transactions lead back
 * to the cursor; `behind`, because the back end is older than the index; `contradicts`, because its chain lacks a
 * transaction of the index.
 */
export type HeadComparison = 'same' | 'ahead' | 'behind' | 'contradicts';

/**
 * Compares the platform's state at a back end with the index.
 * @param has returns whether the platform is known to have had a transaction, which proves that the back end is on the
 *   same chain
 * @param isOnlyOne whether there is only one back end, as for the embedded chain, which then proves that a transaction
 *   does not exist
 */
export function compareWithIndex(
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
