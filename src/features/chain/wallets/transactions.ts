import type { Address, Transaction } from '@ton/core';
import { ChainRefusal } from '../client/chain-refusal.ts';
import type { AgreedLast } from './agreed-state.ts';
import type { ChainAccess } from './wallet-state.ts';

/** Size of the first page, small because the searched transaction is usually new. */
const firstPageSize = 16;
/** Size of further pages, the largest that toncenter allows. */
const nextPageSize = 100;
/** Limit of pages in one turn: 716 transactions and, at one request a second, 8 seconds. */
const maxPages = 8;

/** Identifies the next transaction to read. */
interface Next {
  lt: bigint;
  hash: Buffer;
}

const previousOf = ({ prevTransactionLt: lt, prevTransactionHash: hash }: Transaction): Next => ({
  lt,
  hash: Buffer.from(hash.toString(16).padStart(64, '0'), 'hex'),
});

export interface TransactionFilter {
  matches: (transaction: Transaction) => boolean;
  /** Returns whether this transaction and all older ones are too old. */
  isTooOld: (transaction: Transaction) => boolean;
}

/**
 * Searches the transactions of an account, newest first, in turns: anybody can send an account any number of messages,
 * so a search of limited length would miss some. It reads each transaction once, and compares its hash with the one
 * that its successor names.
 */
export class TransactionSearch {
  /** The part that is being searched. */
  #part: { next: Next; isFirst: boolean } | undefined;
  /** Transaction at which the last search began. */
  #last: AgreedLast | undefined;
  /** Logical time up to which no transaction matches. */
  #searched = 0n;

  /** Whether the next turn continues, and needs no `begin`. */
  get isUnfinished(): boolean {
    return this.#part !== undefined;
  }

  /**
   * Begins with the transactions that were not searched yet.
   * @param last a transaction of the account that is on the chain
   */
  begin(last: AgreedLast): void {
    const next = { lt: BigInt(last.lt), hash: Buffer.from(last.hash, 'base64') };
    this.#last = last;
    if (next.lt > this.#searched) this.#part = { next, isFirst: true };
  }

  /**
   * Searches for one turn.
   * @returns the newest match; `undefined` when there is none; `unsure` when another turn is needed; `left_out` when
   *   the service omits or invents transactions, after which the search begins anew
   * @throws NodeError `chain_unavailable`, ChainRefusal
   */
  async run(
    chain: Pick<ChainAccess, 'getTransactions'>,
    address: Address,
    wanted: TransactionFilter,
  ): Promise<Transaction | undefined | 'unsure' | 'left_out'> {
    for (let page = 0; this.#part && page < maxPages; page++) {
      const found = await this.#page(chain, address);
      for (const transaction of found) {
        if (!this.#isNext(transaction)) return this.#leftOut();
        if (wanted.matches(transaction)) return transaction;
        this.#part.next = previousOf(transaction);
        if (wanted.isTooOld(transaction) || this.#part.next.lt <= this.#searched) return this.#end();
      }
      if (found.length === 0) return this.#leftOut();
    }
    return this.#part ? 'unsure' : this.#nothing();
  }

  async #page(chain: Pick<ChainAccess, 'getTransactions'>, address: Address): Promise<Transaction[]> {
    const part = this.#part;
    if (!part) return [];
    const { lt, hash } = part.next;
    const limit = part.isFirst ? firstPageSize : nextPageSize;
    part.isFirst = false;
    try {
      const from = { lt: lt.toString(), hash: hash.toString('base64'), inclusive: true };
      return await chain.getTransactions(address, { ...from, limit, archival: true });
    } catch (error) {
      // The chain of the transaction may have been replaced.
      if (error instanceof ChainRefusal) this.#part = undefined;
      throw error;
    }
  }

  #isNext(transaction: Transaction): boolean {
    const next = this.#part?.next;
    return next !== undefined && transaction.lt === next.lt && transaction.hash().equals(next.hash);
  }

  #leftOut(): 'left_out' {
    this.#part = undefined;
    return 'left_out';
  }

  #end(): undefined | 'unsure' {
    this.#searched = BigInt(this.#last?.lt ?? 0);
    this.#part = undefined;
    return this.#nothing();
  }

  /** Returns `unsure` where services may have newer transactions that are not confirmed yet. */
  #nothing(): undefined | 'unsure' {
    return this.#last?.isNewest ? undefined : 'unsure';
  }
}
