import { collectionLimits } from '../../../contract/dashboard-api/library/collections.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';

/** SQL for the collection `?` and all collections in it, with depths from 1. */
const inside = `WITH RECURSIVE inside (number, depth) AS (
  VALUES (CAST(? AS INTEGER), 1)
  UNION ALL
  SELECT child, depth + 1 FROM inside JOIN collection_entries ON collection = inside.number
    WHERE child IS NOT NULL
)`;

/** SQL for the same without those that were deleted at another time. */
const insideAlike = `${inside}, alike AS (
  SELECT inside.number FROM inside JOIN collections USING (number)
  WHERE deleted_at IS (SELECT deleted_at FROM collections WHERE number IN (SELECT number FROM inside WHERE depth = 1))
)`;

/** SQL for the collection `?` and all collections that contain it, with distances from 1. */
const above = `WITH RECURSIVE above (number, distance) AS (
  VALUES (CAST(? AS INTEGER), 1)
  UNION ALL
  SELECT collection, distance + 1 FROM above JOIN collection_entries ON child = above.number
)`;

/** Manages which collection contains which; each is in at most one other, so that they form trees. */
export class CollectionTree {
  readonly #numberOf: Statement<[string], number>;
  readonly #parentOf: Statement<[number], number>;
  readonly #height: Statement<[number], number>;
  readonly #above: Statement<[number], number>;
  readonly #path: Statement<[number], { id: string; title: string }>;
  readonly #remove: Statement<[number]>;
  readonly #mark: Statement<[number, number | null]>;

  /** @param withTrash whether collections in the trash are found, too */
  constructor(db: Db, withTrash = false) {
    const isFound = withTrash ? 'owner IS NULL' : 'owner IS NULL AND deleted_at IS NULL';
    this.#numberOf = db
      .prepare<[string], number>(`SELECT number FROM collections WHERE id = ? AND ${isFound}`)
      .pluck();
    this.#parentOf = db
      .prepare<[number], number>('SELECT collection FROM collection_entries WHERE child = ?')
      .pluck();
    this.#height = db.prepare<[number], number>(`${inside} SELECT max(depth) FROM inside`).pluck();
    this.#above = db.prepare<[number], number>(`${above} SELECT number FROM above`).pluck();
    this.#path = db.prepare(
      `${above} SELECT id, title FROM above JOIN collections ON collections.number = above.number
       WHERE distance > 1 ORDER BY distance DESC`,
    );
    this.#remove = db.prepare(`${insideAlike} DELETE FROM collections WHERE number IN alike`);
    this.#mark = db.prepare(`${insideAlike} UPDATE collections SET deleted_at = ? WHERE number IN alike`);
  }

  /** Returns the number of a collection of the user; nothing else can be changed by its id. */
  numberOf(id: string): number | undefined {
    return this.#numberOf.get(id);
  }

  parentOf(number: number): number | undefined {
    return this.#parentOf.get(number);
  }

  /** Returns the number of collections from the topmost one down to this one. */
  depthOf(number: number): number {
    return this.#above.all(number).length;
  }

  /** Returns the collections that contain this one, the topmost first. */
  pathOf(number: number): { id: string; title: string }[] {
    return this.#path.all(number);
  }

  /** Returns the reason why a collection cannot be in another one; undefined where it can. */
  refusal(parent: number, child: number): 'in_itself' | 'too_deep' | undefined {
    const levels = this.#above.all(parent);
    if (levels.includes(child)) return 'in_itself';
    return levels.length + (this.#height.get(child) ?? 1) > collectionLimits.depth ? 'too_deep' : undefined;
  }

  /** Removes a collection and those in it that were not deleted at another time. */
  remove(number: number): void {
    this.#remove.run(number);
  }

  /** Moves the same collections to the trash, or restores them where the time is null. */
  mark(number: number, deletedAt: number | null): void {
    this.#mark.run(number, deletedAt);
  }
}
