import type { Db, Statement } from '../../../platform/sqlite/database.ts';

/** Files that a sale still to be registered may name. */
const mayBeNamed = "EXISTS (SELECT 1 FROM intents WHERE kind = 'register' AND state = 'open')";

/** Pictures, sound and films that the dashboard made for sales whose files were deleted. */
const made = `SELECT sha256 FROM unused_pictures JOIN contents USING (sha256) JOIN hidden_contents USING (number)
  WHERE content_type GLOB 'image/*' OR content_type GLOB 'audio/*' OR content_type GLOB 'video/*'`;

/** Finds covers and previews that nothing uses any more. */
export class UnusedPictureRepository {
  readonly #isEmpty: Statement<[], number>;
  readonly #unused: Statement<[], Buffer>;
  readonly #clear: Statement<[]>;

  constructor(db: Db) {
    this.#isEmpty = db
      .prepare<[], number>(`SELECT ${mayBeNamed} OR NOT EXISTS (SELECT 1 FROM unused_pictures)`)
      .pluck();
    this.#unused = db
      .prepare<[], Buffer>(
        `${made} EXCEPT SELECT cover FROM contents EXCEPT SELECT cover FROM collections
         EXCEPT SELECT sha256 FROM collection_entries
         EXCEPT SELECT sha256 FROM shares WHERE is_companion = 0
         EXCEPT SELECT cover_sha256 FROM chain_contents JOIN contents USING (sha256)
         EXCEPT SELECT preview_sha256 FROM chain_contents JOIN contents USING (sha256)`,
      )
      .pluck();
    this.#clear = db.prepare('DELETE FROM unused_pictures');
  }

  /** Returns the unused pictures of files that were deleted since the last call; empty while a sale is ordered. */
  take(): Buffer[] {
    if (this.#isEmpty.get() === 1) return [];
    const unused = this.#unused.all();
    this.#clear.run();
    return unused;
  }
}
