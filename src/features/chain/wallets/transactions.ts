import type { Address, Transaction } from '@ton/core';
import type { ChainAccess } from './wallet-state.ts';

const pageSize = 16;
/** Limits the search; only a service's account has more transactions within one message's validity. */
const maxPages = 20;

/** Identifies the next transaction to read. */
interface Next {
  lt: bigint;
  hash: Buffer;
}

const previousOf = ({ prevTransactionLt: lt, prevTransactionHash: hash }: Transaction): Next => ({
  lt,
  hash: Buffer.from(hash.toString(16).padStart(64, '0'), 'hex'),
});

/**
 * Searches an account's transactions, newest first. Each must have the hash that its successor names.
 * @param last where to begin; the account's newest by default
 * @param isPast whether to stop here
 * @returns the first one that `isMeant`; `undefined` when there is none; `too_many` when the search was limited;
 *   `left_out` when the service omits or invents transactions
 */
export async function findTransaction(
  chain: Pick<ChainAccess, 'getTransactions'>,
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
  let next: Next | undefined = last && { lt: BigInt(last.lt), hash: Buffer.from(last.hash, 'base64') };
  for (let page = 0; page < maxPages; page++) {
    const found = await chain.getTransactions(address, {
      limit: pageSize,
      archival: true,
      ...(next && { lt: next.lt.toString(), hash: next.hash.toString('base64'), inclusive: true }),
    });
    for (const transaction of found) {
      if (next && !(transaction.lt === next.lt && transaction.hash().equals(next.hash))) return 'left_out';
      next = previousOf(transaction);
      if (isMeant(transaction)) return transaction;
      if (isPast(transaction)) return undefined;
    }
    if (next === undefined || next.lt === 0n) return undefined;
    if (found.length === 0) return 'left_out';
  }
  return 'too_many';
}
