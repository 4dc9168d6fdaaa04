import type { Address, Transaction } from '@ton/core';
import type { ChainAccess } from './wallet-state.ts';

const pageSize = 16;
/** Limits the search; only a service's account has more transactions within one message's validity. */
const maxPages = 20;

/**
 * Searches an account's transactions, newest first.
 * @param last where to begin; the account's newest by default
 * @param isPast whether to stop here
 * @returns the first one that `isMeant`; `undefined` when there is none; `too_many` when the search was limited;
 *   `left_out` when the service omits transactions that must exist
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
): Promise<Transaction | undefined | 'too_many' | 'left_out'> {
  let from = last;
  let next = last && BigInt(last.lt);
  for (let page = 0; page < maxPages; page++) {
    const inclusive = page === 0 && from !== undefined;
    const found = await chain.getTransactions(address, {
      limit: pageSize,
      archival: true,
      ...(from && { ...from, inclusive }),
    });
    for (const transaction of found) {
      if (next !== undefined && transaction.lt !== next) return 'left_out';
      next = transaction.prevTransactionLt;
      if (isMeant(transaction)) return transaction;
      if (isPast(transaction)) return undefined;
    }
    const oldest = found.at(-1);
    if (next === undefined || next === 0n) return undefined;
    if (!oldest) return 'left_out';
    from = { lt: oldest.lt.toString(), hash: oldest.hash().toString('base64') };
  }
  return 'too_many';
}
