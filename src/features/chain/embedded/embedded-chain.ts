import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Address, Cell, ShardAccount, Transaction, TupleItem } from '@ton/core';
import type { Clock } from '../../../core/clock.ts';
import { accountOf, contractIn, emptyState, parseState } from './account-state.ts';
import { decodeBlock, encodeBlock, type NewBlock, type Stored } from './block-payload.ts';
import { ChainIndex } from './chain-index.ts';
import { faucetMessage } from './faucet-message.ts';
import { Journal } from './journal/journal.ts';
import { destinationOf, internalMessages, transactionIn } from './transaction-cells.ts';
import { type GetMethodResult, Tvm } from './tvm.ts';

/** Between transactions, so that the messages of each have times of their own in between. */
export const ltStep = 1_000_000;
/** Of cells within cells: TON's own limit is 512, and the machine breaks somewhere above 256. */
const maxDepth = 250;
/** A contract that writes to itself for ever would hold up the chain. */
const maxTransactions = 256;
/** Of the transactions and states of one block; well below what the journal reads as one. */
const maxBlockBytes = 32 * 1024 * 1024;
const maxWaiting = 1000;

/** The chain does not take a message; `message` is for whoever sent it. */
export class MessageRefused extends Error {}

export interface EmbeddedChainOptions {
  /** The journal; made where there is none. */
  file: string;
  clock: Clock;
  /** Called with the number of each new block, once it is durable. */
  onBlock?: (seqno: number) => void;
}

/**
 * A chain of one shard: real contracts in the real virtual machine, one block for each message from outside and
 * everything that it causes (chain.md, section 1).
 */
export class EmbeddedChain {
  readonly index: ChainIndex;
  /** How many bytes of a block in flight were cut off when it was opened. */
  readonly cutBytes: number;
  readonly #journal: Journal;
  readonly #tvm = new Tvm();
  readonly #clock: Clock;
  readonly #onBlock: (seqno: number) => void;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** @throws JournalError */
  constructor({ file, clock, onBlock = () => {} }: EmbeddedChainOptions) {
    this.#clock = clock;
    this.#onBlock = onBlock;
    this.#journal = new Journal(file, seconds(clock));
    this.index = new ChainIndex(this.#journal.genesis.time);
    this.cutBytes = this.#journal.replay((payload, position) =>
      this.index.add(decodeBlock(payload, position)),
    );
  }

  /** Loads the virtual machine. */
  async load(): Promise<void> {
    await this.#tvm.load();
  }

  /** Ends after the blocks that were asked for before. */
  async close(): Promise<void> {
    await this.#last;
    this.#journal.close();
  }

  /** The chain's time, in Unix seconds; it never goes back. */
  get now(): number {
    return Math.max(seconds(this.#clock), this.index.lastTime);
  }

  /** 32 bytes that name a block, or a part of it, as no other. */
  blockHash(part: string, seqno: number): Buffer {
    return createHash('sha256').update(this.#journal.genesis.secret).update(`${part} ${seqno}`).digest();
  }

  /**
   * Makes a block of a message from outside and everything that it causes, in the order of the calls.
   * @returns the number of the block, which is durable
   * @throws MessageRefused, NotAccepted, or the system's error, e.g. `ENOSPC`; there is no block then. JournalError:
   * there may be one, and only opening the chain anew tells
   */
  send(message: Cell): Promise<number> {
    if (message.depth() > maxDepth) {
      return Promise.reject(new MessageRefused(`The message is more than ${maxDepth} cells deep.`));
    }
    return this.#inOrder(() => this.#makeBlock(message));
  }

  /**
   * Gives money out of nothing.
   * @param nanoTon more than 0
   * @returns the number of the block
   */
  faucet(to: Address, nanoTon: bigint): Promise<number> {
    return this.send(faucetMessage(to, nanoTon));
  }

  /** The state of an account after the last block. */
  stateOf(address: Address): ShardAccount {
    return parseState(this.#stateOf(accountOf(address)));
  }

  /** Exit code -13 where there is no contract. */
  async get(address: Address, method: string | number, stack: TupleItem[]): Promise<GetMethodResult> {
    const state = this.stateOf(address);
    const contract = contractIn(state);
    if (!contract) return { exitCode: -13, gasUsed: 0, stack: [] };
    const balance = state.account?.storage.balance.coins ?? 0n;
    return this.#tvm.get({ ...contract, address, balance, method, stack, now: this.now });
  }

  /**
   * What an external message would do to its account, without doing it.
   * @throws NotAccepted
   */
  async tryOut(message: Cell, { ignoreSignature }: { ignoreSignature: boolean }): Promise<Transaction> {
    const account = destinationOf(message) ?? '';
    const { boc } = await this.#tvm.run({
      message,
      state: this.#stateOf(account),
      now: this.now,
      lt: this.index.lastLt + ltStep,
      seed: Buffer.alloc(32),
      ignoreSignature,
    });
    return transactionIn(boc);
  }

  /** The bytes of a transaction or a state. */
  read({ position, length }: Stored): Buffer {
    return this.#journal.read(position, length);
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
    const block = await this.#execute(first);
    const payload = encodeBlock(block);
    this.index.add(decodeBlock(payload, this.#journal.append(payload)));
    this.#onBlock(this.index.seqno);
    return this.index.seqno;
  }

  async #execute(first: Cell): Promise<NewBlock> {
    const seqno = this.index.seqno + 1;
    const time = this.now;
    const states = new Map<string, Buffer>();
    const transactions: NewBlock['transactions'] = [];
    let lt = this.index.lastLt;
    let bytes = 0;
    const messages = [first];
    // More are added as it goes.
    for (const message of messages) {
      const account = destinationOf(message);
      if (account === undefined) throw new MessageRefused('The message has no receiver.');
      if (transactions.length === maxTransactions) {
        throw new MessageRefused(`The message would cause more than ${maxTransactions} transactions.`);
      }
      lt += ltStep;
      const run = await this.#tvm.run({
        message,
        state: states.get(account) ?? this.#stateOf(account),
        now: time,
        lt,
        seed: this.blockHash(`seed ${lt}`, seqno),
        ignoreSignature: false,
      });
      bytes += run.boc.length + run.state.length;
      if (bytes > maxBlockBytes) throw new MessageRefused('The message would cause too large a block.');
      transactions.push({ account, lt, boc: run.boc });
      states.set(account, run.state);
      messages.push(...internalMessages(run.boc));
      // Questions are answered in between.
      await nextTurn();
    }
    return { time, transactions, states: [...states].map(([account, boc]) => ({ account, boc })) };
  }

  #stateOf(account: string): Buffer {
    const stored = this.index.stateOf(account);
    return stored ? this.read(stored) : emptyState();
  }
}

const seconds = (clock: Clock): number => Math.floor(clock() / 1000);
