import type { Stored, StoredBlock } from './block-payload.ts';

interface Account {
  name: string;
  state: Stored;
  /** Numbers of its transactions, oldest first. */
  transactions: number[];
}

/** A transaction in the index of the journal. */
export interface IndexedTransaction extends Stored {
  account: string;
  lt: number;
  /** Number of its block. */
  seqno: number;
}

/** Indexes the journal in memory, with about a hundred bytes per transaction. */
export class ChainIndex {
  readonly #accounts = new Map<string, Account>();
  readonly #transactions: IndexedTransaction[] = [];
  /** For each block its time and the number of transactions before it. */
  readonly #blocks: { time: number; first: number }[];

  /** @param genesisTime Unix seconds */
  constructor(genesisTime: number) {
    this.#blocks = [{ time: genesisTime, first: 0 }];
  }

  /** The number of the last block; 0 is the empty first block. */
  get seqno(): number {
    return this.#blocks.length - 1;
  }

  get lastTime(): number {
    return this.#blocks[this.seqno]?.time ?? 0;
  }

  get lastLt(): number {
    return this.#transactions.at(-1)?.lt ?? 0;
  }

  add({ time, transactions, states }: StoredBlock): void {
    const seqno = this.#blocks.push({ time, first: this.#transactions.length }) - 1;
    for (const { account, ...state } of states) {
      const known = this.#accounts.get(account);
      if (known) known.state = state;
      else this.#accounts.set(account, { name: account, state, transactions: [] });
    }
    for (const { account, lt, position, length } of transactions) {
      const owner = this.#accounts.get(account);
      if (!owner) throw new Error('A transaction without the state that it left.');
      // One shared string per account saves memory.
      const number = this.#transactions.push({ account: owner.name, lt, position, length, seqno }) - 1;
      owner.transactions.push(number);
    }
  }

  stateOf(account: string): Stored | undefined {
    return this.#accounts.get(account)?.state;
  }

  /** Returns the transactions of a block, or undefined when there is no such block. */
  ofBlock(seqno: number): IndexedTransaction[] | undefined {
    const block = this.#blocks[seqno];
    return block && this.#transactions.slice(block.first, this.#blocks[seqno + 1]?.first);
  }

  /**
   * Yields transactions of an account, newest first.
   * @param from the logical time of the first one; undefined for its last
   * @returns nothing when there is no transaction at that time
   */
  *ofAccount(account: string, from: number | undefined): Generator<IndexedTransaction> {
    const numbers = this.#accounts.get(account)?.transactions ?? [];
    let at = from === undefined ? numbers.length - 1 : this.#find(numbers, from);
    for (; at >= 0; at--) yield this.#transactions[numbers[at] as number] as IndexedTransaction;
  }

  /** Returns the last transaction of the whole chain at or before a logical time. */
  before(lt: number): IndexedTransaction | undefined {
    return this.#transactions[lowest(this.#transactions.length, (at) => this.#ltOf(at) > lt) - 1];
  }

  #find(numbers: number[], lt: number): number {
    const at = lowest(numbers.length, (place) => this.#ltOf(numbers[place] as number) >= lt);
    return at < numbers.length && this.#ltOf(numbers[at] as number) === lt ? at : -1;
  }

  #ltOf(number: number): number {
    return (this.#transactions[number] as IndexedTransaction).lt;
  }
}

/**
 * Finds the lowest number below `count` for which `holds`, which must also hold for all above it; `count` if there is
 * none.
 */
function lowest(count: number, holds: (at: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
