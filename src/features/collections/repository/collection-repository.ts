import { collectionLimits } from '../../../contract/dashboard-api/library/collections.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { type InTransaction, transactionsOf } from '../../../platform/sqlite/transaction.ts';
import type { EntryKey, InsertResult, NewEntry, NewRow, Refusal, RowEdit } from '../collection.ts';
import { CollectionTree } from './collection-tree.ts';
import { EntryOrder } from './entry-order.ts';

/** A new entry: a content, or a collection by its number. */
type Placed = { entry: Extract<NewEntry, { sha256: Buffer }> } | { child: number };

/** Changes collections of the user and the order of their entries. */
export class CollectionRepository {
  readonly #db: Db;
  readonly #inTransaction: InTransaction;
  readonly #tree: CollectionTree;
  readonly #order: EntryOrder;
  readonly #counts: Statement<[], { collections: number; entries: number }>;
  readonly #add: Statement<[object]>;
  readonly #touch: Statement<[number, number]>;

  /** @param withTrash whether collections in the trash can be changed, too */
  constructor(db: Db, withTrash = false) {
    this.#db = db;
    this.#inTransaction = transactionsOf(db);
    this.#tree = new CollectionTree(db, withTrash);
    this.#order = new EntryOrder(db);
    this.#counts = db.prepare(
      `SELECT (SELECT count(*) FROM collections WHERE owner IS NULL) AS collections,
         (SELECT count(*) FROM collection_entries) - (
           SELECT count(*) FROM collections INDEXED BY followed_collections
           JOIN collection_entries ON collection = collections.number WHERE owner > ''
         ) AS entries`,
    );
    this.#add = db.prepare(
      `INSERT INTO collections (id, kind, title, description, artists, created_at, updated_at, deleted_at)
       VALUES (@id, @kind, @title, @description, @artists, @at, @at,
         (SELECT deleted_at FROM collections WHERE number = @parent))`,
    );
    this.#touch = db.prepare('UPDATE collections SET updated_at = ? WHERE number = ?');
  }

  /** Adds an empty collection, at the end of its parent if it has one; it is in the trash if its parent is. */
  add({ parentId, artists, ...row }: NewRow, at: number): Refusal | 'added' {
    return this.#inTransaction(() => {
      const parent = parentId === null ? undefined : this.#tree.numberOf(parentId);
      if (parentId !== null && parent === undefined) return 'not_found';
      const { collections, entries } = this.#totals();
      if (collections >= collectionLimits.collections) return 'too_many';
      if (parent !== undefined) {
        if (this.#tree.depthOf(parent) >= collectionLimits.depth) return 'too_deep';
        if (this.#order.count(parent) >= collectionLimits.entries) return 'full';
        if (entries >= collectionLimits.allEntries) return 'all_full';
      }
      const { lastInsertRowid } = this.#add.run({
        ...row,
        artists: JSON.stringify(artists),
        parent: parent ?? null,
        at,
      });
      if (parent !== undefined) this.#place(parent, [{ child: Number(lastInsertRowid) }], null, at);
      return 'added';
    });
  }

  /** Changes the given details; returns whether the collection exists. A chosen cover replaces a wanted one. */
  edit(id: string, { artists, ...edit }: RowEdit, at: number): boolean {
    const given = {
      ...edit,
      artists: artists && JSON.stringify(artists),
      wanted_cover: edit.cover === undefined ? undefined : null,
    };
    const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const changed = Object.keys(values).map((column) => `${column} = @${column}`);
    return this.#inTransaction(() => {
      const number = this.#tree.numberOf(id);
      if (number === undefined) return false;
      this.#db
        .prepare(
          `UPDATE collections SET ${[...changed, 'updated_at = @at'].join(', ')} WHERE number = @number`,
        )
        .run({ ...values, number, at });
      return true;
    });
  }

  /** Removes a collection and those in it; returns whether it existed. */
  remove(id: string, at: number): boolean {
    return this.#inTransaction(() => {
      const number = this.#tree.numberOf(id);
      if (number === undefined) return false;
      const parent = this.#tree.parentOf(number);
      this.#tree.remove(number);
      if (parent !== undefined) this.#touch.run(at, parent);
      return true;
    });
  }

  /** Adds entries before another one, or at the end; existing entries keep their place. */
  insert(
    id: string,
    entries: readonly NewEntry[],
    before: EntryKey | null,
    at: number,
  ): InsertResult | Refusal {
    return this.#inTransaction(() => {
      const collection = this.#tree.numberOf(id);
      if (collection === undefined) return 'not_found';
      const known = new Map<string | number, Placed>();
      for (const entry of entries) {
        const one = this.#placed(entry);
        if (one === undefined) return 'not_found';
        if (!this.#order.has(collection, keyOf(one))) known.set(markOf(one), one);
      }
      const placed = [...known.values()];
      const refusal = this.#refusal(collection, placed);
      if (refusal !== undefined) return refusal;
      if (placed.length > 0) this.#place(collection, placed, before, at);
      return { added: placed.length, alreadyThere: entries.length - placed.length };
    });
  }

  /** Moves entries before another one, or to the end; returns whether the collection exists. */
  move(id: string, entries: readonly EntryKey[], before: EntryKey | null, at: number): boolean {
    return this.#inTransaction(() => {
      const collection = this.#tree.numberOf(id);
      if (collection === undefined) return false;
      const moved = this.#numbersOf(collection, entries);
      if (moved.length === 0) return true;
      this.#order.arrange(collection, moved, this.#numberOf(collection, before));
      this.#touch.run(at, collection);
      return true;
    });
  }

  /** Removes entries; returns their number, undefined when there is no such collection. */
  take(id: string, entries: readonly EntryKey[], at: number): number | undefined {
    return this.#inTransaction(() => {
      const collection = this.#tree.numberOf(id);
      if (collection === undefined) return undefined;
      const taken = this.#numbersOf(collection, entries);
      this.#order.remove(taken);
      if (taken.length > 0) this.#touch.run(at, collection);
      return taken.length;
    });
  }

  #refusal(collection: number, placed: readonly Placed[]): Refusal | undefined {
    for (const one of placed) {
      const refusal = 'child' in one ? this.#tree.refusal(collection, one.child) : undefined;
      if (refusal !== undefined) return refusal;
    }
    if (this.#order.count(collection) + placed.length > collectionLimits.entries) return 'full';
    if (this.#totals().entries + placed.length > collectionLimits.allEntries) return 'all_full';
    return undefined;
  }

  /** Writes new entries, and removes their collections from the collections that contained them. */
  #place(collection: number, placed: readonly Placed[], before: EntryKey | null, at: number): void {
    const next = this.#numberOf(collection, before);
    const added = placed.map((one) => {
      if ('entry' in one) return this.#order.addContent(collection, one.entry);
      const parent = this.#tree.parentOf(one.child);
      if (parent !== undefined) this.#touch.run(at, parent);
      return this.#order.addCollection(collection, one.child);
    });
    if (next !== undefined) this.#order.arrange(collection, added, next);
    this.#touch.run(at, collection);
  }

  #placed(entry: NewEntry): Placed | undefined {
    if ('sha256' in entry) return { entry };
    const child = this.#tree.numberOf(entry.id);
    return child === undefined ? undefined : { child };
  }

  #numberOf(collection: number, key: EntryKey | null): number | undefined {
    return key === null ? undefined : this.#numbersOf(collection, [key])[0];
  }

  #numbersOf(collection: number, keys: readonly EntryKey[]): number[] {
    const found = keys.map((key) => {
      const known = 'sha256' in key ? key.sha256 : this.#tree.numberOf(key.id);
      return known === undefined ? undefined : this.#order.find(collection, known);
    });
    return [...new Set(found.filter((number) => number !== undefined))];
  }

  #totals(): { collections: number; entries: number } {
    return this.#counts.get() ?? { collections: 0, entries: 0 };
  }
}

const keyOf = (one: Placed): Buffer | number => ('entry' in one ? one.entry.sha256 : one.child);

const markOf = (one: Placed): string | number =>
  'entry' in one ? one.entry.sha256.toString('hex') : one.child;
