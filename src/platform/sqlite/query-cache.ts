import { LRUCache } from 'lru-cache';
import type { Db, Statement } from './database.ts';

/**
 * Keeps results of queries until the next write to the database, which only this connection writes to. A result must
 * depend on nothing but the database and its key, and is shared by all callers.
 */
export class QueryCache<Result> {
  readonly #db: Db;
  readonly #changes: Statement<[], number>;
  readonly #results: LRUCache<string, { result: Result }>;
  #readAt: number | undefined;

  /** @param max the number of results to keep */
  constructor(db: Db, max: number) {
    this.#db = db;
    this.#changes = db.prepare<[], number>('SELECT total_changes()').pluck();
    // With `max`, all places would be created at the start.
    this.#results = new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
  }

  get(key: string, query: () => Result): Result {
    // A transaction may be rolled back.
    if (this.#db.inTransaction) return query();
    const changes = this.#changes.get();
    if (changes !== this.#readAt) this.#results.clear();
    this.#readAt = changes;
    const known = this.#results.get(key);
    if (known) return known.result;
    const result = query();
    this.#results.set(key, { result });
    return result;
  }
}
