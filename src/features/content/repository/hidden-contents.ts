import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { type InTransaction, transactionsOf } from '../../../platform/sqlite/transaction.ts';

/** Keeps contents out of the owner's lists, searches and counts; they stay stored and reachable. */
export class HiddenContents {
  readonly #inTransaction: InTransaction;
  readonly #hide: Statement<[Buffer]>;
  readonly #unlist: Statement<[Buffer]>;
  readonly #nextSequence: Statement<[]>;

  constructor(db: Db) {
    this.#inTransaction = transactionsOf(db);
    this.#hide = db.prepare(
      'INSERT OR IGNORE INTO hidden_contents SELECT number FROM contents WHERE sha256 = ?',
    );
    this.#unlist = db.prepare(
      'DELETE FROM content_order WHERE number = (SELECT number FROM contents WHERE sha256 = ?)',
    );
    this.#nextSequence = db.prepare('UPDATE totals SET sequence = sequence + 1');
  }

  /** Hides a stored content; one that is deleted and stored again is shown. */
  hide(sha256: Buffer): void {
    this.#inTransaction(() => {
      if (this.#hide.run(sha256).changes === 0) return;
      this.#unlist.run(sha256);
      // Lists remember their order until the next number.
      this.#nextSequence.run();
    });
  }
}
