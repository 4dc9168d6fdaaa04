import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { type InTransaction, transactionsOf } from '../../../platform/sqlite/transaction.ts';
import { CollectionTree } from './collection-tree.ts';

/** Moves collections of the user, with those in them, to the trash and back. */
export class CollectionTrashRepository {
  readonly #inTransaction: InTransaction;
  readonly #tree: CollectionTree;
  readonly #deleted: Statement<[string], number>;
  readonly #touchParent: Statement<[number, number]>;
  readonly #detachFromDeleted: Statement<[number]>;
  readonly #purgeBefore: Statement<[number]>;

  constructor(db: Db) {
    this.#inTransaction = transactionsOf(db);
    this.#tree = new CollectionTree(db);
    this.#deleted = db
      .prepare<[string], number>('SELECT number FROM collections WHERE id = ? AND deleted_at IS NOT NULL')
      .pluck();
    this.#touchParent = db.prepare(
      `UPDATE collections SET updated_at = ?
       WHERE number = (SELECT collection FROM collection_entries WHERE child = ?)`,
    );
    this.#detachFromDeleted = db.prepare(
      `DELETE FROM collection_entries WHERE child = ?
         AND (SELECT deleted_at FROM collections WHERE collections.number = collection) IS NOT NULL`,
    );
    this.#purgeBefore = db.prepare('DELETE FROM collections WHERE deleted_at < ?');
  }

  /** Moves a collection to the trash; returns whether it existed. */
  add(id: string, at: number): boolean {
    return this.#inTransaction(() => {
      const number = this.#tree.numberOf(id);
      if (number === undefined) return false;
      this.#tree.mark(number, at);
      this.#touchParent.run(at, number);
      return true;
    });
  }

  /** Restores a collection to its place, or to the top where its place is deleted; returns whether it was there. */
  restore(id: string, at: number): boolean {
    return this.#inTransaction(() => {
      const number = this.#deleted.get(id);
      if (number === undefined) return false;
      this.#tree.mark(number, null);
      this.#detachFromDeleted.run(number);
      this.#touchParent.run(at, number);
      return true;
    });
  }

  /** Deletes a collection in the trash for ever; returns whether it was there. */
  purge(id: string): boolean {
    return this.#inTransaction(() => {
      const number = this.#deleted.get(id);
      if (number !== undefined) this.#tree.remove(number);
      return number !== undefined;
    });
  }

  /** Deletes the collections for ever that were moved to the trash before a time. */
  purgeBefore(time: number): void {
    this.#purgeBefore.run(time);
  }
}
