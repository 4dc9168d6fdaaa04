import type { Address, Transaction } from '@ton/core';
import type { ChainAccess } from './wallet-state.ts';

const pageSize = 16;
/** An account that has more transactions than this within one message's validity is not a person's. */
const maxPages = 20;

/**
 * Looks back through an account's transactions, newest first.
 * @param last where to begin; the account's newest where not given
 * @param isPast whether to stop here
 * @returns the first one that `isMeant`; `undefined` when there is none; `unknown` when there are too many
 */
export async function findTransaction(
  chain: ChainAccess,
  address: Address,
  {
    last,
    isMeant,
    isPast,
  }: {
    last?: { lt: string; hash: string } | undefined;
    isMeant: (transaction: Transaction) => boolean;
    isPast: (transaction: Transaction) => boolean;
  },
): Promise<Transaction | undefined | 'unknown'> {
  let from = last;
  for (let page = 0; page < maxPages; page++) {
    const inclusive = page === 0 && from !== undefined;
    const found = await chain.getTransactions(address, {
      limit: pageSize,
      archival: true,
      ...(from && { ...from, inclusive }),
    });
    for (const transaction of found) {
      if (isMeant(transaction)) return transaction;
      if (isPast(transaction)) return undefined;
    }
    const oldest = found.at(-1);
    if (!oldest || oldest.prevTransactionLt === 0n) return undefined;
    from = { lt: oldest.lt.toString(), hash: oldest.hash().toString('base64') };
  }
  return 'unknown';
}
