import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import type { Db, Statement } from '../../../../platform/sqlite/database.ts';
import { readFormerJournal } from './former-journal.ts';
import { asJournalError, markerOf, missingError, uncertainError } from './journal-error.ts';
import { type AddTransactions, openJournalFile, transactionAdder, writeJournalFile } from './journal-file.ts';
import { type FoundTransaction, genesisRow, type StoredTransaction } from './stored-transaction.ts';

type Genesis = Pick<StoredTransaction, 'boc' | 'state'>;
type Last = Pick<StoredTransaction, 'lt' | 'seqno' | 'time'>;

/** Stores the transactions of a chain; a block is durable before it is reported (docs/decisions/embedded-chain.md). */
export class Journal {
  readonly secret: Buffer;
  /** The configuration that the chain has from its beginning; undefined for a chain of an earlier version. */
  readonly config: Buffer | undefined;
  readonly #file: string;
  readonly #db: Db;
  readonly #add: AddTransactions;
  readonly #lastRow: Statement<[], Last>;
  readonly #ofBlock: Statement<[number], FoundTransaction>;
  readonly #ofAccount: Statement<[object], FoundTransaction>;
  readonly #before: Statement<[number], FoundTransaction>;
  readonly #lastState: Statement<[string], { state: Buffer }>;
  #last: Last;

  /**
   * Opens the journal, converts one of an earlier version, or creates an empty one.
   * @param now creation time of a new journal, in Unix seconds
   * @param newConfig returns the configuration of a new chain
   * @throws JournalError when it is damaged or missing; the file is then unchanged
   */
  constructor(file: string, now: number, newConfig: () => Buffer) {
    this.#file = file;
    this.#db = openOrCreate(file, now, newConfig);
    const rows = 'SELECT lt, seqno, account, boc FROM transactions';
    this.#add = transactionAdder(this.#db);
    this.#lastRow = this.#db.prepare('SELECT lt, seqno, time FROM transactions ORDER BY lt DESC LIMIT 1');
    this.#ofBlock = this.#db.prepare(`${rows} WHERE seqno = ? AND lt > 0 ORDER BY lt`);
    this.#ofAccount = this.#db.prepare(
      `${rows} WHERE account = :account AND lt <= :from AND lt > :to ORDER BY lt DESC LIMIT :limit`,
    );
    this.#before = this.#db.prepare(`${rows} WHERE lt <= ? AND lt > 0 ORDER BY lt DESC LIMIT 1`);
    this.#lastState = this.#db.prepare(
      'SELECT state FROM transactions WHERE account = ? AND state NOTNULL ORDER BY lt DESC LIMIT 1',
    );
    this.#last = this.#lastRow.get() as Last;
    const genesis = this.#db.prepare('SELECT boc, state FROM transactions WHERE lt = 0').get() as Genesis;
    this.secret = genesis.boc;
    this.config = genesis.state ?? undefined;
  }

  /** The number of the last block; 0 is the empty first block. */
  get seqno(): number {
    return this.#last.seqno;
  }

  get lastTime(): number {
    return this.#last.time;
  }

  get lastLt(): number {
    return this.#last.lt;
  }

  /**
   * Appends a block durably.
   * @throws the error of SQLite, e.g. `SQLITE_FULL`, with an unchanged journal; JournalError where only opening the
   *   journal again shows whether it contains the block
   */
  append(transactions: readonly StoredTransaction[]): void {
    try {
      this.#add(transactions);
    } catch (error) {
      this.#requireUnchanged(error);
      throw error;
    }
    this.#last = transactions.at(-1) as Last;
  }

  /** Returns the state of an account after its last transaction; undefined for an unused account. */
  stateOf(account: string): Buffer | undefined {
    return this.#lastState.get(account)?.state;
  }

  /** Returns the transactions of a block, or undefined when there is no such block. */
  ofBlock(seqno: number): FoundTransaction[] | undefined {
    return seqno <= this.seqno ? this.#ofBlock.all(seqno) : undefined;
  }

  /** Returns transactions of an account, newest first, from the logical time `from` back to but without `to`. */
  ofAccount(account: string, from: number, to: number, limit: number): FoundTransaction[] {
    return this.#ofAccount.all({ account, from, to, limit });
  }

  /** Returns the last transaction of the whole chain at or before a logical time. */
  before(lt: number): FoundTransaction | undefined {
    return this.#before.get(lt);
  }

  close(): void {
    this.#db.close();
  }

  /** @throws JournalError when SQLite could not undo a commit */
  #requireUnchanged(cause: unknown): void {
    try {
      if (this.#lastRow.get()?.lt === this.lastLt) return;
    } catch {
      // Reading fails until the commit is undone.
    }
    throw uncertainError(this.#file, cause);
  }
}

function openOrCreate(file: string, now: number, newConfig: () => Buffer): Db {
  try {
    if (!existsSync(file)) {
      if (existsSync(markerOf(file))) throw missingError(file);
      writeJournalFile(file, [genesisRow(randomBytes(32), now, newConfig())]);
    }
    writeFileSync(markerOf(file), '', { flag: 'a', mode: 0o600 });
    const opened = openJournalFile(file);
    if (opened) return opened;
    writeJournalFile(file, readFormerJournal(file));
    return openJournalFile(file) as Db;
  } catch (error) {
    throw asJournalError(file, error);
  }
}
