import type { Db, Statement } from '../../../platform/sqlite/database.ts';

/** Stores which pictures are to be fetched as covers of bought collections, by SHA-256. */
export class WantedCoverRepository {
  readonly #want: Statement<[{ id: string; cover: Buffer }]>;
  readonly #wantAgain: Statement<[Buffer]>;
  readonly #all: Statement<[], Buffer>;
  readonly #has: Statement<[Buffer], unknown>;
  readonly #show: Statement<[{ cover: Buffer; at: number }]>;
  readonly #forget: Statement<[Buffer]>;

  constructor(db: Db) {
    this.#want = db.prepare('UPDATE collections SET wanted_cover = @cover WHERE id = @id');
    this.#wantAgain = db.prepare(
      'UPDATE collections SET wanted_cover = cover WHERE cover = ? AND owner IS NULL',
    );
    this.#all = db
      .prepare<[], Buffer>('SELECT DISTINCT wanted_cover FROM collections WHERE wanted_cover IS NOT NULL')
      .pluck();
    this.#has = db.prepare('SELECT 1 FROM collections WHERE wanted_cover = ? LIMIT 1');
    this.#show = db.prepare(
      `UPDATE collections SET cover = wanted_cover, wanted_cover = NULL, updated_at = @at
       WHERE wanted_cover = @cover`,
    );
    this.#forget = db.prepare('UPDATE collections SET wanted_cover = NULL WHERE wanted_cover = ?');
  }

  /** Requests a cover for a new collection. */
  want(id: string, cover: Buffer): void {
    this.#want.run({ id, cover });
  }

  /** Requests a cover for the collections that have it, but perhaps not its file. @returns whether there are any */
  wantAgain(cover: Buffer): boolean {
    return this.#wantAgain.run(cover).changes > 0;
  }

  all(): Buffer[] {
    return this.#all.all();
  }

  has(cover: Buffer): boolean {
    return this.#has.get(cover) !== undefined;
  }

  /** Makes a picture the cover of the collections that wait for it. */
  show(cover: Buffer, at: number): void {
    this.#show.run({ cover, at });
  }

  forget(cover: Buffer): void {
    this.#forget.run(cover);
  }
}
