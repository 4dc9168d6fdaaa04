import type { Clock } from '../../../core/clock.ts';
import type { Segment, SegmentIndex } from '../../../platform/blobs/s3/segments.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { type InTransaction, transactionsOf } from '../../../platform/sqlite/transaction.ts';

/** Time after which a segment without a blob is deleted, in ms: longer than any upload and any restart. */
const keptFor = 24 * 60 * 60 * 1000;

/** Remembers the segments of each blob in the bucket, and those to delete. Rows of contents remove theirs by trigger. */
export class SegmentRepository implements SegmentIndex {
  readonly #clock: Clock;
  readonly #inTransaction: InTransaction;
  readonly #of: Statement<[Uint8Array], Segment>;
  readonly #announce: Statement<[string, number]>;
  readonly #insert: Statement<[Uint8Array, number, string, number, number]>;
  readonly #claim: Statement<[string]>;
  readonly #remove: Statement<[Uint8Array]>;
  readonly #removeStrays: Statement<[number, number]>;
  readonly #unused: Statement<[number, number], { key: string }>;
  /** Older segments than this were looked at since the start. */
  #straysBefore = 0;
  readonly #any: Statement<[], unknown>;

  constructor(db: Db, clock: Clock) {
    this.#clock = clock;
    this.#inTransaction = transactionsOf(db);
    this.#of = db.prepare('SELECT key, size FROM segments WHERE sha256 = ? ORDER BY position');
    this.#announce = db.prepare('INSERT INTO unused_segments (key, since) VALUES (?, ?)');
    this.#insert = db.prepare(
      'INSERT INTO segments (sha256, position, key, size, set_at) VALUES (?, ?, ?, ?, ?)',
    );
    this.#claim = db.prepare('DELETE FROM unused_segments WHERE key = ?');
    this.#remove = db.prepare('DELETE FROM segments WHERE sha256 = ?');
    this.#removeStrays = db.prepare(
      `DELETE FROM segments WHERE set_at >= ? AND set_at < ?
         AND NOT EXISTS (SELECT 1 FROM contents WHERE contents.sha256 = segments.sha256)`,
    );
    this.#unused = db.prepare('SELECT key FROM unused_segments WHERE since < ? ORDER BY since LIMIT ?');
    this.#any = db.prepare('SELECT 1 FROM segments LIMIT 1');
  }

  of(sha256: Uint8Array): readonly Segment[] {
    return this.#of.all(sha256);
  }

  /** Returns whether anything is in the bucket. */
  hasAny(): boolean {
    return this.#any.get() !== undefined;
  }

  announce(keys: readonly string[]): void {
    const now = this.#clock();
    this.#inTransaction(() => {
      for (const key of keys) this.#announce.run(key, now);
    });
  }

  set(sha256: Uint8Array, segments: readonly Segment[]): void {
    const now = this.#clock();
    this.#inTransaction(() => {
      this.#remove.run(sha256);
      for (const [position, { key, size }] of segments.entries()) {
        // A segment that waited for a day may have been deleted.
        if (this.#claim.run(key).changes === 0) throw new Error(`The segment ${key} is too old`);
        this.#insert.run(sha256, position, key, size, now);
      }
    });
  }

  remove(sha256: Uint8Array): boolean {
    return this.#inTransaction(() => this.#remove.run(sha256).changes > 0);
  }

  removeStrays(): void {
    const before = this.#clock() - keptFor;
    this.#inTransaction(() => this.#removeStrays.run(this.#straysBefore, before));
    this.#straysBefore = before;
  }

  unused(limit: number): string[] {
    return this.#unused.all(this.#clock() - keptFor, limit).map(({ key }) => key);
  }

  deleted(keys: readonly string[]): void {
    this.#inTransaction(() => {
      for (const key of keys) this.#claim.run(key);
    });
  }
}
