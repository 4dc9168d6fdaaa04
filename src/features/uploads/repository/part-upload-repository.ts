import type { Commands } from '../../../platform/sqlite/commands.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';

export interface PartUploadRow {
  id: string;
  /** The uploading principal: `token:<id>` or `user:<id>`. */
  principal: string;
  /** The user who will own the content. */
  userId: string;
  fileName: string | null;
  declaredType: string | null;
  /** Synced bytes without the last part. */
  size: number;
  /** SHA-256 of the content once the upload is complete. */
  sha256: Buffer | null;
  /** Milliseconds. */
  lastPartAt: number;
}

/** An upload, and its size before a part. */
type UploadedFrom = Pick<PartUploadRow, 'id' | 'size'>;

const columns = `id, principal, user_id AS userId, file_name AS fileName, declared_type AS declaredType, size, sha256,
  last_part_at AS lastPartAt`;

/** Number of complete uploads remembered for one principal, because a client may repeat the last part. */
const maxFinished = 100;

/**
 * Keeps uploads in parts; every write resolves when it is on disk. A part that was received from `row.size` on is only
 * recorded where the upload still has this size, because another replica may have received one meanwhile.
 */
export class PartUploadRepository {
  readonly #commands: Commands;
  readonly #one: Statement<[string], PartUploadRow>;
  readonly #all: Statement<[], PartUploadRow>;
  readonly #olderThan: Statement<[number], PartUploadRow>;
  readonly #unfinishedOf: Statement<[string], { uploads: number }>;
  readonly #insert: Statement<[Omit<PartUploadRow, 'sha256'>]>;
  readonly #forget: Statement<[string, number]>;
  readonly #grow: Statement<[{ id: string; from: number; size: number; at: number }]>;
  readonly #complete: Statement<[{ id: string; from: number; sha256: Buffer; at: number }]>;
  readonly #reopen: Statement<[number, string]>;
  readonly #deleteIdle: Statement<[string, number]>;
  readonly #delete: Statement<[string]>;

  constructor(db: Db, commands: Commands) {
    this.#commands = commands;
    this.#one = db.prepare(`SELECT ${columns} FROM partial_uploads WHERE id = ?`);
    this.#all = db.prepare(`SELECT ${columns} FROM partial_uploads`);
    this.#olderThan = db.prepare(`SELECT ${columns} FROM partial_uploads WHERE last_part_at < ?`);
    this.#unfinishedOf = db.prepare(
      'SELECT count(*) AS uploads FROM partial_uploads WHERE principal = ? AND sha256 IS NULL',
    );
    this.#insert = db.prepare(
      `INSERT INTO partial_uploads (id, principal, user_id, file_name, declared_type, size, last_part_at)
       VALUES (@id, @principal, @userId, @fileName, @declaredType, @size, @lastPartAt)`,
    );
    this.#forget = db.prepare(
      `DELETE FROM partial_uploads WHERE id IN (
         SELECT id FROM partial_uploads WHERE principal = ? AND sha256 IS NOT NULL
         ORDER BY last_part_at DESC LIMIT -1 OFFSET ?)`,
    );
    const isUnchanged = 'id = @id AND size = @from AND sha256 IS NULL';
    this.#grow = db.prepare(
      `UPDATE partial_uploads SET size = @size, last_part_at = @at WHERE ${isUnchanged}`,
    );
    this.#complete = db.prepare(
      `UPDATE partial_uploads SET sha256 = @sha256, last_part_at = @at WHERE ${isUnchanged}`,
    );
    this.#reopen = db.prepare('UPDATE partial_uploads SET sha256 = NULL, last_part_at = ? WHERE id = ?');
    this.#deleteIdle = db.prepare('DELETE FROM partial_uploads WHERE id = ? AND last_part_at < ?');
    this.#delete = db.prepare('DELETE FROM partial_uploads WHERE id = ?');
  }

  get(id: string): PartUploadRow | undefined {
    return this.#one.get(id);
  }

  all(): PartUploadRow[] {
    return this.#all.all();
  }

  /** Returns uploads whose last part arrived before `time`. */
  olderThan(time: number): PartUploadRow[] {
    return this.#olderThan.all(time);
  }

  unfinishedOf(principal: string): number {
    return this.#unfinishedOf.get(principal)?.uploads ?? 0;
  }

  /**
   * Adds an upload unless its principal has `max` unfinished ones, and removes the oldest complete ones.
   * @param recordBytes called in the command where it is added; see `ReceivedPart.record`
   * @returns whether it was added
   */
  add(upload: Omit<PartUploadRow, 'sha256'>, max: number, recordBytes?: () => void): Promise<boolean> {
    return this.#commands.run(() => {
      if (this.unfinishedOf(upload.principal) >= max) return false;
      this.#insert.run(upload);
      this.#forget.run(upload.principal, maxFinished);
      recordBytes?.();
      return true;
    });
  }

  /**
   * Records the size of an upload after a part was written; returns false where the upload has another size.
   * @param recordBytes called in the command where the upload grows; see `ReceivedPart.record`
   */
  grow(
    { id, size: from }: UploadedFrom,
    size: number,
    at: number,
    recordBytes?: () => void,
  ): Promise<boolean> {
    return this.#commands.run(() => {
      const grows = this.#grow.run({ id, from, size, at }).changes === 1;
      if (grows) recordBytes?.();
      return grows;
    });
  }

  /** Records the content of a complete upload; returns false where the upload has another size, or a content. */
  complete(upload: UploadedFrom, sha256: Buffer, at: number): Promise<boolean> {
    return this.#commands.run(() => this.completeNow(upload, sha256, at));
  }

  /** As `complete`, within a command. */
  completeNow({ id, size: from }: UploadedFrom, sha256: Buffer, at: number): boolean {
    return this.#complete.run({ id, from, sha256, at }).changes === 1;
  }

  /** Marks a complete upload as unfinished again. */
  reopen(id: string, at: number): Promise<void> {
    return this.#commands.run(() => void this.#reopen.run(at, id));
  }

  /** Removes an upload whose last part arrived before `time`; returns whether it was removed. */
  removeIdle(id: string, time: number): Promise<boolean> {
    return this.#commands.run(() => this.#deleteIdle.run(id, time).changes === 1);
  }

  /** Copies what other replicas have recorded; undefined in a standalone node. */
  refresh(): Promise<void> | undefined {
    return this.#commands.refresh?.();
  }

  /** Follows uploads as replicas change them; `upload` is undefined where one was removed. */
  follow(changed: (id: string, upload: PartUploadRow | undefined) => void): void {
    this.#commands.follow({
      changed: (table, before, after) => {
        if (table !== 'partial_uploads') return;
        const id = String((after ?? before)?.id);
        changed(id, this.get(id));
      },
    });
  }

  remove(id: string): Promise<void> {
    return this.#commands.run(() => void this.#delete.run(id));
  }
}
