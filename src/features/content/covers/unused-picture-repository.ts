import { ownerId } from '../../../core/caller.ts';
import type { Commands } from '../../../platform/sqlite/commands.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';

/** Files that a sale still to be registered may name. */
const mayBeNamed = "EXISTS (SELECT 1 FROM intents WHERE kind = 'register' AND state = 'open')";

/** Pictures, sound and films that the dashboard made for sales whose files were deleted. */
const made = `SELECT sha256 FROM unused_pictures JOIN contents USING (sha256) JOIN hidden_contents USING (number)
  WHERE content_type GLOB 'image/*' OR content_type GLOB 'audio/*' OR content_type GLOB 'video/*'`;

const unusedPictures = `${made} EXCEPT SELECT cover FROM contents EXCEPT SELECT cover FROM collections
  EXCEPT SELECT sha256 FROM collection_entries
  EXCEPT SELECT sha256 FROM shares WHERE is_companion = 0
  EXCEPT SELECT cover_sha256 FROM chain_contents JOIN contents USING (sha256)
  EXCEPT SELECT preview_sha256 FROM chain_contents JOIN contents USING (sha256)`;

/** Finds covers and previews that nothing uses any more. */
export class UnusedPictureRepository {
  readonly #commands: Commands;
  readonly #isSaleOpen: Statement<[], number>;
  readonly #orderedAt: Statement<[string], number>;
  readonly #unused: Statement<[], Buffer>;
  readonly #isUnused: Statement<[Buffer], number>;
  readonly #noted: Statement<[], Buffer>;
  readonly #forget: Statement<[Buffer]>;

  constructor(db: Db, commands: Commands) {
    this.#commands = commands;
    this.#isSaleOpen = db.prepare<[], number>(`SELECT ${mayBeNamed}`).pluck();
    this.#orderedAt = db
      .prepare<[string], number>(
        "SELECT created_at FROM intents WHERE user = ? AND kind = 'register' ORDER BY id DESC LIMIT 1",
      )
      .pluck();
    this.#unused = db.prepare<[], Buffer>(unusedPictures).pluck();
    this.#isUnused = db
      .prepare<[Buffer], number>(`SELECT EXISTS (SELECT 1 FROM (${unusedPictures}) WHERE sha256 = ?)`)
      .pluck();
    this.#noted = db.prepare<[], Buffer>('SELECT sha256 FROM unused_pictures').pluck();
    this.#forget = db.prepare('DELETE FROM unused_pictures WHERE sha256 = ?');
  }

  /** Returns whether a sale is ordered and not registered yet; it may name any picture. */
  isSaleOpen(): boolean {
    return this.#isSaleOpen.get() === 1;
  }

  /** Returns the time of the owner's last order to sell a file, in milliseconds; 0: there is none. */
  orderedAt(): number {
    return this.#orderedAt.get(ownerId) ?? 0;
  }

  /** Returns the pictures of deleted files: those that something else uses, and the others. */
  find(): { used: Buffer[]; unused: Buffer[] } {
    const noted = this.#noted.all();
    const unused = noted.length === 0 ? [] : this.#unused.all();
    return { used: noted.filter((one) => !unused.some((other) => other.equals(one))), unused };
  }

  /** Returns whether a picture of a deleted file is stored, and nothing uses it. */
  isUnused(sha256: Buffer): boolean {
    return this.#isUnused.get(sha256) === 1;
  }

  /** Forgets a picture that is in use, or was deleted. */
  forget(sha256: Buffer): Promise<void> {
    return this.#commands.run(() => void this.#forget.run(sha256));
  }
}
