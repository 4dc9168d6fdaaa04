import { Address, type Transaction } from '@ton/core';
import type { TonClient } from '@ton/ton';
import { NodeError } from '../../../core/node-error.ts';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import { ChainRefusal } from '../client/chain-refusal.ts';
import type { TransactionId } from './platform-repository.ts';

/** What is asked of the chain: two methods of TonClient. */
export type ChainReader = Pick<TonClient, 'getContractState' | 'getTransactions'>;

/** How a back end sees the platform. */
export interface PlatformHead {
  /** Of the masterchain. */
  seqno: number;
  /** The time there, in Unix seconds. */
  time: number;
  /** The platform's last transaction; undefined: it has none. */
  last: TransactionId | undefined;
}

/** What the chain answers does not hold together: nothing of it may be believed. */
export class ChainGap extends NodeError {
  constructor(what: string) {
    super(
      'chain_unavailable',
      `The service that is asked about the chain ${what}. It is asked again; if it stays like this, set another one as chain.endpoint.`,
    );
  }
}

/** The service says plainly that it has no such transaction. */
class NotOnChain extends ChainGap {
  constructor() {
    super('does not have the whole history of the platform');
  }
}

/**
 * How toncenter says so, in the words of the liteserver's `getTransactions`: there is no block of that logical time, no
 * transaction in it, or another one. Whatever else is said, or an empty list, does not say that it is not there.
 */
const notOnChain =
  /cannot locate transaction|cannot compute block with specified transaction|transaction hash mismatch/;

/** The transaction of the platform before this one; lt 0: there is none. */
export function previousOf(transaction: Transaction): TransactionId {
  const hash = Buffer.from(transaction.prevTransactionHash.toString(16).padStart(64, '0'), 'hex');
  return { lt: transaction.prevTransactionLt, hash };
}

export const isSame = (a: TransactionId, b: TransactionId): boolean => a.lt === b.lt && a.hash.equals(b.hash);

/** The transactions of one account; each is checked against the hash by which the next one names it. */
export class PlatformSource {
  readonly #client: ChainReader;
  readonly #address: Address;
  readonly #account: bigint;

  constructor(client: ChainReader, platform: RawAddress) {
    this.#client = client;
    this.#address = Address.parseRaw(platform);
    this.#account = BigInt(`0x${this.#address.hash.toString('hex')}`);
  }

  /** @throws NodeError `chain_unavailable`, ChainRefusal */
  async head(): Promise<PlatformHead> {
    const { lastTransaction, blockId, timestampt: time } = await this.#client.getContractState(this.#address);
    const { seqno } = blockId;
    if (![seqno, time].every((value) => Number.isSafeInteger(value) && value >= 0)) {
      throw new ChainGap('names blocks that cannot be');
    }
    return { seqno, time, last: lastTransaction ? readId(lastTransaction) : undefined };
  }

  /**
   * Reads transactions from one back, newest first; at least that one.
   * @throws ChainGap, NodeError `chain_unavailable`, ChainRefusal
   */
  async page(from: TransactionId, most: number): Promise<Transaction[]> {
    const transactions = await this.#ask(from, most);
    if (transactions.length === 0) throw new ChainGap('does not have the whole history of the platform');
    let next = from;
    for (const transaction of transactions) {
      const id = { lt: transaction.lt, hash: transaction.hash() };
      const previous = previousOf(transaction);
      const isRight = isSame(id, next) && transaction.address === this.#account && previous.lt < id.lt;
      if (!isRight) throw new ChainGap('leaves out transactions of the platform, or makes them up');
      next = previous;
    }
    return transactions;
  }

  /**
   * Whether the service has this transaction of the platform.
   * @throws ChainGap, NodeError `chain_unavailable`, ChainRefusal: it did not say
   */
  async has(id: TransactionId): Promise<boolean> {
    try {
      return (await this.page(id, 1)).length > 0;
    } catch (error) {
      if (error instanceof NotOnChain) return false;
      throw error;
    }
  }

  async #ask({ lt, hash }: TransactionId, limit: number): Promise<Transaction[]> {
    try {
      return await this.#client.getTransactions(this.#address, {
        limit,
        inclusive: true,
        archival: true,
        lt: lt.toString(),
        hash: hash.toString('base64'),
      });
    } catch (error) {
      const isNo = error instanceof ChainRefusal && notOnChain.test(error.message);
      throw isNo ? new NotOnChain() : error;
    }
  }
}

/** @throws ChainGap */
function readId({ lt, hash }: { lt: string; hash: string }): TransactionId {
  const bytes = Buffer.from(hash, 'base64');
  if (!/^\d{1,19}$/.test(lt) || BigInt(lt) >= 2n ** 63n || bytes.length !== 32) {
    throw new ChainGap('names transactions that cannot be');
  }
  return { lt: BigInt(lt), hash: bytes };
}
