import { Address, type Transaction } from '@ton/core';
import type { TonClient } from '@ton/ton';
import type { ConstantMessageId } from '../../../contract/messages/message.ts';
import { message, toMessage } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import { ChainRefusal } from '../client/chain-refusal.ts';
import { ServicesDisagree } from '../services-disagree.ts';
import type { TransactionId } from './platform-repository.ts';

/** The two methods of TonClient that reading the chain needs. */
export type ChainReader = Pick<TonClient, 'getContractState' | 'getTransactions'>;

/** The view of a back end, which is one of several servers behind a chain service, on the platform. */
export interface PlatformHead {
  /** Number of the newest masterchain block. */
  seqno: number;
  /** Chain time in Unix seconds. */
  time: number;
  /** The platform's last transaction; undefined when it has none. */
  last: TransactionId | undefined;
}

/** The response of the chain is inconsistent and must be discarded entirely. */
export class ChainGap extends NodeError {
  constructor(what: ConstantMessageId) {
    super('chain_unavailable', message('chain.serviceWrong', { what: toMessage(what) }));
  }
}

/** The service states explicitly that the transaction does not exist. */
class NotOnChain extends ChainGap {
  constructor() {
    super('chain.historyIncomplete');
  }
}

/**
 * Error messages of the liteserver's `getTransactions`, as toncenter forwards them: no block of that logical time, no
 * transaction in it, or another one. No other error and no empty list proves that a transaction is missing.
 */
const notOnChain =
  /cannot locate transaction|cannot compute block with specified transaction|transaction hash mismatch/;

/** Returns the id of the platform's previous transaction; lt 0 when there is none. */
export function previousOf(transaction: Transaction): TransactionId {
  const hash = Buffer.from(transaction.prevTransactionHash.toString(16).padStart(64, '0'), 'hex');
  return { lt: transaction.prevTransactionLt, hash };
}

export const isSame = (a: TransactionId, b: TransactionId): boolean => a.lt === b.lt && a.hash.equals(b.hash);

/** Returns the logical time of the last transaction; -1 where there is none. */
const ltOf = ({ last }: PlatformHead): bigint => last?.lt ?? -1n;

/** Reads the transactions of one account and checks each against the hash in its successor. */
export class PlatformSource {
  readonly #client: ChainReader;
  readonly #second: ChainReader | undefined;
  readonly #address: Address;
  readonly #account: bigint;

  /**
   * Creates the source for one platform.
   * @param second another service that must confirm the head; undefined: no confirmation
   */
  constructor(client: ChainReader, platform: RawAddress, second?: ChainReader) {
    this.#client = client;
    this.#second = second;
    this.#address = Address.parseRaw(platform);
    this.#account = BigInt(`0x${this.#address.hash.toString('hex')}`);
  }

  /**
   * Returns the newest state that all services confirm.
   * @throws NodeError `chain_unavailable`, ChainRefusal
   */
  async head(): Promise<PlatformHead> {
    const first = await this.#headOf(this.#client);
    if (!this.#second) return first;
    const second = await this.#headOf(this.#second);
    const isFirstOlder = ltOf(first) < ltOf(second);
    const { last } = isFirstOlder ? first : second;
    // A service that lags behind has an older transaction, which the other has, too.
    const isConfirmed =
      last === undefined ||
      (first.last !== undefined && second.last !== undefined && isSame(first.last, second.last)) ||
      (await this.#has(isFirstOlder ? this.#second : this.#client, last));
    if (!isConfirmed) throw new ServicesDisagree();
    return { seqno: Math.min(first.seqno, second.seqno), time: Math.min(first.time, second.time), last };
  }

  async #headOf(client: ChainReader): Promise<PlatformHead> {
    const { lastTransaction, blockId, timestampt: time } = await client.getContractState(this.#address);
    const { seqno } = blockId;
    if (![seqno, time].every((value) => Number.isSafeInteger(value) && value >= 0)) {
      throw new ChainGap('chain.blocksImpossible');
    }
    return { seqno, time, last: lastTransaction ? readId(lastTransaction) : undefined };
  }

  /**
   * Reads transactions from `from` backwards, newest first; at least `from` itself.
   * @throws ChainGap, NodeError `chain_unavailable`, ChainRefusal
   */
  page(from: TransactionId, max: number): Promise<Transaction[]> {
    return this.#page(this.#client, from, max);
  }

  async #page(client: ChainReader, from: TransactionId, max: number): Promise<Transaction[]> {
    const transactions = await this.#request(client, from, max);
    if (transactions.length === 0) throw new ChainGap('chain.historyIncomplete');
    let next = from;
    for (const transaction of transactions) {
      const id = { lt: transaction.lt, hash: transaction.hash() };
      const previous = previousOf(transaction);
      const isRight = isSame(id, next) && transaction.address === this.#account && previous.lt < id.lt;
      if (!isRight) throw new ChainGap('chain.transactionsWrong');
      next = previous;
    }
    return transactions;
  }

  /**
   * Returns whether a service has this transaction of the platform.
   * @throws ChainGap, NodeError `chain_unavailable`, ChainRefusal when this is unknown
   */
  async has(id: TransactionId): Promise<boolean> {
    const isThere = await this.#has(this.#client, id);
    return isThere || !this.#second ? isThere : this.#has(this.#second, id);
  }

  async #has(client: ChainReader, id: TransactionId): Promise<boolean> {
    try {
      return (await this.#page(client, id, 1)).length > 0;
    } catch (error) {
      if (error instanceof NotOnChain) return false;
      throw error;
    }
  }

  async #request(client: ChainReader, { lt, hash }: TransactionId, limit: number): Promise<Transaction[]> {
    try {
      return await client.getTransactions(this.#address, {
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
    throw new ChainGap('chain.transactionsImpossible');
  }
  return { lt: BigInt(lt), hash: bytes };
}
