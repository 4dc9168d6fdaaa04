import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import type { ContentFacts } from '../collection.ts';

/** Writes the entries of a collection and their positions, which have gaps where entries were removed. */
export class EntryOrder {
  readonly #count: Statement<[number], number>;
  readonly #content: Statement<[number, Buffer], number>;
  readonly #child: Statement<[number, number], number>;
  readonly #addContent: Statement<[object]>;
  readonly #detach: Statement<[number]>;
  readonly #addCollection: Statement<[object]>;
  readonly #all: Statement<[number], number>;
  readonly #arrange: Statement<[string]>;
  readonly #remove: Statement<[string]>;

  constructor(db: Db) {
    const next =
      '(SELECT coalesce(max(position), 0) + 1 FROM collection_entries WHERE collection = @collection)';
    this.#count = db
      .prepare<[number], number>('SELECT count(*) FROM collection_entries WHERE collection = ?')
      .pluck();
    this.#content = db
      .prepare<[number, Buffer], number>(
        'SELECT number FROM collection_entries WHERE collection = ? AND sha256 = ?',
      )
      .pluck();
    this.#child = db
      .prepare<[number, number], number>(
        'SELECT number FROM collection_entries WHERE collection = ? AND child = ?',
      )
      .pluck();
    this.#addContent = db.prepare(
      `INSERT INTO collection_entries (collection, position, sha256, name, size, content_type)
       VALUES (@collection, ${next}, @sha256, @name, @size, @contentType)`,
    );
    this.#detach = db.prepare('DELETE FROM collection_entries WHERE child = ?');
    this.#addCollection = db.prepare(
      `INSERT INTO collection_entries (collection, position, child) VALUES (@collection, ${next}, @child)`,
    );
    this.#all = db
      .prepare<[number], number>(
        'SELECT number FROM collection_entries WHERE collection = ? ORDER BY position',
      )
      .pluck();
    this.#arrange = db.prepare(
      `UPDATE collection_entries SET position = place.key + 1 FROM json_each(?) AS place
       WHERE collection_entries.number = place.value AND position <> place.key + 1`,
    );
    this.#remove = db.prepare(
      'DELETE FROM collection_entries WHERE number IN (SELECT value FROM json_each(?))',
    );
  }

  count(collection: number): number {
    return this.#count.get(collection) ?? 0;
  }

  /** Returns the number of the entry of a content, by its hash, or of a collection, by its number. */
  find(collection: number, of: Buffer | number): number | undefined {
    return typeof of === 'number' ? this.#child.get(collection, of) : this.#content.get(collection, of);
  }

  has(collection: number, of: Buffer | number): boolean {
    return this.find(collection, of) !== undefined;
  }

  /** Adds a content at the end; returns the number of its entry. */
  addContent(collection: number, facts: ContentFacts): number {
    return Number(this.#addContent.run({ ...facts, collection }).lastInsertRowid);
  }

  /** Adds a collection at the end, and removes it from the one that contains it; returns the number of its entry. */
  addCollection(collection: number, child: number): number {
    this.#detach.run(child);
    return Number(this.#addCollection.run({ collection, child }).lastInsertRowid);
  }

  /** Moves entries, in the given order, before another one, or to the end where there is none or it is among them. */
  arrange(collection: number, entries: readonly number[], before: number | undefined): void {
    const moved = new Set(entries);
    const others = this.#all.all(collection).filter((number) => !moved.has(number));
    const at = before === undefined ? -1 : others.indexOf(before);
    const place = at === -1 ? others.length : at;
    this.#arrange.run(JSON.stringify([...others.slice(0, place), ...entries, ...others.slice(place)]));
  }

  remove(entries: readonly number[]): void {
    this.#remove.run(JSON.stringify(entries));
  }
}
