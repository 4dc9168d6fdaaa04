import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Address, Cell, Dictionary, ShardAccount, Transaction, TupleItem } from '@ton/core';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../core/clock.ts';
import { accountOf, contractIn, emptyState, parseState } from './account-state.ts';
import { configDictionary, formerConfig, newConfig } from './config/chain-config.ts';
import { faucetMessage } from './faucet-message.ts';
import { Journal } from './journal/journal.ts';
import type { StoredTransaction } from './journal/stored-transaction.ts';
import { destinationOf, internalMessages, transactionIn } from './transaction-cells.ts';
import { type GetMethodResult, Tvm } from './tvm.ts';

/** Step of logical time between transactions, so that the messages of each transaction get times of their own. */
export const ltStep = 1_000_000;
/** Maximum depth of nested cells. TON's own limit is 512, but the virtual machine fails somewhere above 256. */
const maxDepth = 250;
/** Limit of transactions in a block, which ends endless messages of contracts to each other. */
const maxTransactions = 256;
/** Size limit for the transactions and states of one block. */
const maxBlockBytes = 32 * 1024 * 1024;
const maxWaiting = 1000;
/** Number of parsed accounts in memory, because clients request the same few again and again. */
const maxParsed = 64;

/** The chain refuses a message; `message` is meant for its sender. */
export class MessageRefused extends Error {}

export interface EmbeddedChainOptions {
  /** Path of the journal; created if missing. */
  file: string;
  clock: Clock;
  /** Receives the number of each new block once it is durable. */
  onBlock?: (seqno: number) => void;
}

/**
 * Simulates a chain of one shard: real contracts in the real virtual machine, one block for each external message and
 * everything that it causes (docs/decisions/embedded-chain.md).
 */
export class EmbeddedChain {
  readonly journal: Journal;
  readonly #config: string;
  #parameters: Dictionary<number, Cell> | undefined;
  readonly #parsed = new LRUCache<string, ShardAccount>({ max: maxParsed });
  readonly #tvm: Tvm;
  readonly #clock: Clock;
  readonly #onBlock: (seqno: number) => void;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** @throws JournalError */
  constructor({ file, clock, onBlock = () => {} }: EmbeddedChainOptions) {
    this.#clock = clock;
    this.#onBlock = onBlock;
    this.journal = new Journal(file, seconds(clock), () => newConfig().toBoc());
    this.#config = this.journal.config?.toString('base64') ?? formerConfig;
    this.#tvm = new Tvm(this.#config);
  }

  /** Loads the virtual machine. */
  async load(): Promise<void> {
    await this.#tvm.load();
  }

  /** Closes the chain after all blocks that were requested before. */
  async close(): Promise<void> {
    await this.#last;
    this.journal.close();
  }

  /** Time of the chain in Unix seconds; never decreases. */
  get now(): number {
    return Math.max(seconds(this.#clock), this.journal.lastTime);
  }

  /** Returns 32 bytes that identify a part of a block. */
  blockHash(part: string, seqno: number): Buffer {
    return createHash('sha256').update(this.journal.secret).update(`${part} ${seqno}`).digest();
  }

  /**
   * Creates a block of an external message and everything that it causes; concurrent calls create blocks in their
   * order.
   * @returns the number of the block, which is durable
   * @throws MessageRefused, NotAccepted, or the error of SQLite, e.g. `SQLITE_FULL`, without a block; JournalError
   *   where only reopening the chain shows whether there is a block
   */
  send(message: Cell): Promise<number> {
    if (message.depth() > maxDepth) {
      return Promise.reject(new MessageRefused(`The message is more than ${maxDepth} cells deep.`));
    }
    return this.#inOrder(() => this.#makeBlock(message));
  }

  /**
   * Creates test money.
   * @param nanoTon more than 0
   * @returns the number of the block
   */
  faucet(to: Address, nanoTon: bigint): Promise<number> {
    return this.send(faucetMessage(to, nanoTon));
  }

  /** Returns a parameter of the configuration, or undefined when there is none of this number. */
  configParameter(number: number): Cell | undefined {
    this.#parameters ??= configDictionary(this.#config);
    return this.#parameters.get(number);
  }

  /** Returns the state of an account after the last block; the same object until the account changes. */
  stateOf(address: Address): ShardAccount {
    const account = accountOf(address);
    const known = this.#parsed.get(account);
    if (known) return known;
    const state = parseState(this.#stateOf(account));
    this.#parsed.set(account, state);
    return state;
  }

  /** Runs a get-method; returns exit code -13 when there is no contract. */
  async get(address: Address, method: string | number, stack: TupleItem[]): Promise<GetMethodResult> {
    const state = this.stateOf(address);
    const contract = contractIn(state);
    if (!contract) return { exitCode: -13, gasUsed: 0, stack: [] };
    const balance = state.account?.storage.balance.coins ?? 0n;
    return this.#tvm.get({ ...contract, address, balance, method, stack, now: this.now });
  }

  /**
   * Simulates the effect of an external message on its account.
   * @throws NotAccepted
   */
  async tryOut(message: Cell, { ignoreSignature }: { ignoreSignature: boolean }): Promise<Transaction> {
    const account = destinationOf(message) ?? '';
    const { boc } = await this.#tvm.run({
      message,
      state: this.#stateOf(account),
      now: this.now,
      lt: this.journal.lastLt + ltStep,
      seed: Buffer.alloc(32),
      ignoreSignature,
    });
    return transactionIn(boc);
  }

  #inOrder<T>(make: () => Promise<T>): Promise<T> {
    if (this.#waiting >= maxWaiting) {
      return Promise.reject(new MessageRefused('Too many messages wait for their blocks.'));
    }
    this.#waiting += 1;
    const made = this.#last.then(make).finally(() => {
      this.#waiting -= 1;
    });
    this.#last = made.catch(() => {});
    return made;
  }

  async #makeBlock(first: Cell): Promise<number> {
    const transactions = await this.#execute(first);
    for (const { account } of transactions) this.#parsed.delete(account);
    this.journal.append(transactions);
    this.#onBlock(this.journal.seqno);
    return this.journal.seqno;
  }

  async #execute(first: Cell): Promise<StoredTransaction[]> {
    const seqno = this.journal.seqno + 1;
    const time = this.now;
    const transactions: StoredTransaction[] = [];
    /** The last transaction of each account in this block. */
    const last = new Map<string, StoredTransaction>();
    let lt = this.journal.lastLt;
    let bytes = 0;
    const messages = [first];
    // The loop appends the messages that each transaction sends.
    for (const message of messages) {
      const account = destinationOf(message);
      if (account === undefined) throw new MessageRefused('The message has no receiver.');
      if (transactions.length === maxTransactions) {
        throw new MessageRefused(`The message would cause more than ${maxTransactions} transactions.`);
      }
      lt += ltStep;
      const earlier = last.get(account);
      const run = await this.#tvm.run({
        message,
        state: earlier?.state ?? this.#stateOf(account),
        now: time,
        lt,
        seed: this.blockHash(`seed ${lt}`, seqno),
        ignoreSignature: false,
      });
      bytes += run.boc.length + run.state.length;
      if (bytes > maxBlockBytes) throw new MessageRefused('The message would cause too large a block.');
      if (earlier) earlier.state = null;
      const transaction = { ...run, lt, seqno, time, account };
      transactions.push(transaction);
      last.set(account, transaction);
      messages.push(...internalMessages(run.boc));
      // The thread responds to other requests between transactions.
      await nextTurn();
    }
    return transactions;
  }

  #stateOf(account: string): Buffer {
    return this.journal.stateOf(account) ?? emptyState();
  }
}

const seconds = (clock: Clock): number => Math.floor(clock() / 1000);
