import type { Commands } from '../../platform/sqlite/commands.ts';
import type { Db, Statement } from '../../platform/sqlite/database.ts';
import { commitAtOnce } from '../../platform/sqlite/job-commands.ts';

/**
 * Where playback or reading of a content stopped: in seconds, or in chapters of a book; `updatedAt` in milliseconds.
 */
export interface PlaybackRow {
  sha256: Buffer;
  position: number;
  duration: number;
  updatedAt: number;
}

const columns = 'sha256, position, duration, updated_at AS updatedAt';

/** Stores where contents stopped, in seconds or chapters. */
export class PlaybackRepository {
  readonly #commands: Commands;
  readonly #one: Statement<[Buffer], PlaybackRow>;
  readonly #newest: Statement<[{ end: number; limit: number }], PlaybackRow>;
  readonly #put: Statement<[PlaybackRow]>;
  readonly #delete: Statement<[Buffer]>;

  constructor(db: Db, commands: Commands) {
    this.#commands = commands;
    this.#one = db.prepare(`SELECT ${columns} FROM playback WHERE sha256 = ?`);
    this.#newest = db.prepare(
      `SELECT ${columns} FROM playback WHERE position <= duration * @end ORDER BY updated_at DESC LIMIT @limit`,
    );
    // A content that was removed meanwhile has no position.
    this.#put = db.prepare(
      `INSERT INTO playback (sha256, position, duration, updated_at)
       SELECT @sha256, @position, @duration, @updatedAt
       WHERE EXISTS (SELECT 1 FROM contents WHERE sha256 = @sha256)
       ON CONFLICT (sha256) DO UPDATE SET
         position = excluded.position, duration = excluded.duration, updated_at = excluded.updated_at`,
    );
    this.#delete = db.prepare('DELETE FROM playback WHERE sha256 = ?');
  }

  get(sha256: Buffer): PlaybackRow | undefined {
    return this.#one.get(sha256);
  }

  /** Returns the newest positions before the part `end` of the duration. */
  newest(limit: number, end: number): PlaybackRow[] {
    return this.#newest.all({ end, limit });
  }

  async put(row: PlaybackRow): Promise<void> {
    await commitAtOnce(this.#commands, () => this.#put.run(row));
  }

  async remove(sha256: Buffer): Promise<void> {
    await commitAtOnce(this.#commands, () => this.#delete.run(sha256));
  }
}
