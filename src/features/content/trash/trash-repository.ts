import type { Commands } from '../../../platform/sqlite/commands.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { ContentIndex } from '../repository/content-index.ts';
import {
  type ContentRecordRow,
  fromStoredRecord,
  recordColumns,
  type StoredRecord,
} from '../repository/content-record-repository.ts';
import { nameSearch } from '../repository/name-search.ts';
import type { ContentRows } from '../repository/rows/content-rows.ts';

/** A content in the trash; times in milliseconds. */
export interface TrashedContent {
  number: number;
  sha256: Buffer;
  size: number;
  deletedAt: number;
}

export type TrashedRecord = ContentRecordRow & { deletedAt: number };

/** A part of the trash, newest deletion first; `q` finds names, all of them if it is empty. */
export interface TrashQuery {
  q: string;
  before?: TrashPlace | undefined;
  skip: number;
  limit: number;
}

/** A place in the trash, which is sorted by the time of deletion. */
export type TrashPlace = Pick<TrashedContent, 'deletedAt' | 'number'>;

/** Effect of deleting a content: moved to the trash, left to its other owners, or nothing. */
export type TrashOutcome = 'trashed' | 'left' | false;

/** Moves contents to the trash and back; a restored content is unchanged. */
export class TrashRepository {
  readonly #db: Db;
  readonly #commands: Commands;
  readonly #index: ContentIndex;
  readonly #contents: Pick<ContentRows, 'remove' | 'yieldToOthers' | 'isOfOthers'>;
  readonly #one: Statement<[Buffer], { number: number; deletedAt: number | null }>;
  readonly #set: Statement<[number | null, number]>;
  readonly #oldest: Statement<[number, number, number], TrashedContent>;
  readonly #usage: Statement<[], { contents: number; bytes: number }>;

  constructor(
    db: Db,
    contents: Pick<ContentRows, 'remove' | 'yieldToOthers' | 'isOfOthers'>,
    commands: Commands,
  ) {
    this.#db = db;
    this.#commands = commands;
    this.#index = new ContentIndex(db);
    this.#contents = contents;
    this.#one = db.prepare('SELECT number, deleted_at AS deletedAt FROM contents WHERE sha256 = ?');
    this.#set = db.prepare('UPDATE contents SET deleted_at = ? WHERE number = ?');
    this.#oldest = db.prepare(
      `SELECT number, sha256, size, deleted_at AS deletedAt FROM contents
       WHERE deleted_at IS NOT NULL AND (deleted_at, number) > (?, ?) ORDER BY deleted_at, number LIMIT ?`,
    );
    this.#usage = db.prepare('SELECT contents, bytes FROM trash_usage');
  }

  has(sha256: Buffer): boolean {
    return typeof this.#one.get(sha256)?.deletedAt === 'number';
  }

  /**
   * Moves a content to the trash, and resolves when that is on disk; false: it is not stored, or already in the trash.
   */
  async add(sha256: Buffer, at: number): Promise<TrashOutcome> {
    return (await this.#move(sha256, at)) && 'trashed';
  }

  /** Removes one of several owners of a content, or moves it to the trash like `add`. */
  async addFor(user: string, sha256: Buffer, at: number): Promise<TrashOutcome> {
    let isLeft = false;
    const isTrashed = await this.#move(sha256, at, () => {
      isLeft = this.#contents.yieldToOthers(sha256, user, at);
      return isLeft;
    });
    if (isTrashed) return 'trashed';
    return isLeft && 'left';
  }

  isOfOthers(sha256: Buffer, user: string): boolean {
    return this.#contents.isOfOthers(sha256, user);
  }

  /** Restores a content, and resolves when that is on disk; false: it is not in the trash. */
  restore(sha256: Buffer): Promise<boolean> {
    return this.#move(sha256, null);
  }

  /** Removes the row of a content that was moved to the trash before a time; false: it was not, or is not there. */
  remove(sha256: Buffer, before = Number.POSITIVE_INFINITY): Promise<boolean> {
    return this.#commands.run(() => {
      const deletedAt = this.#one.get(sha256)?.deletedAt;
      return typeof deletedAt === 'number' && deletedAt < before && this.#contents.remove(sha256);
    });
  }

  /** Returns contents after a place, in the order of deletion. */
  oldest(after: TrashPlace | undefined, limit: number): TrashedContent[] {
    return this.#oldest.all(after?.deletedAt ?? Number.MIN_SAFE_INTEGER, after?.number ?? 0, limit);
  }

  page({ q, before, skip, limit }: TrashQuery): TrashedRecord[] {
    const { condition, parameters } = trashed(q);
    const { deletedAt, number } = before ?? { deletedAt: Number.MAX_SAFE_INTEGER, number: 0 };
    return this.#db
      .prepare<unknown[], StoredRecord & { deletedAt: number }>(
        `SELECT ${recordColumns}, deleted_at AS deletedAt FROM contents
         WHERE ${condition} AND (deleted_at, number) < (?, ?)
         ORDER BY deleted_at DESC, number DESC LIMIT ? OFFSET ?`,
      )
      .all(...parameters, deletedAt, number, limit, skip)
      .map((row) => ({ ...fromStoredRecord(row), deletedAt: row.deletedAt }));
  }

  /** Returns the number of contents in the trash that a search finds. */
  count(q: string): number {
    if (q === '') return this.usage().contents;
    const { condition, parameters } = trashed(q);
    const sql = `SELECT count(*) FROM contents WHERE ${condition}`;
    return (
      this.#db
        .prepare<unknown[], number>(sql)
        .pluck()
        .get(...parameters) ?? 0
    );
  }

  usage(): { contents: number; bytes: number } {
    return this.#usage.get() ?? { contents: 0, bytes: 0 };
  }

  /** @param instead returns whether it did something else in the transaction */
  #move(sha256: Buffer, deletedAt: number | null, instead = () => false): Promise<boolean> {
    return this.#commands
      .run(
        () => {
          if (instead()) return undefined;
          const row = this.#one.get(sha256);
          if (!row || (row.deletedAt === null) === (deletedAt === null)) return undefined;
          const before = this.#index.before(sha256, row.number);
          this.#set.run(deletedAt, row.number);
          return before;
        },
        (before) => {
          if (!before) return;
          if (deletedAt === null) this.#index.changed(before, true);
          else this.#index.removed(before);
        },
      )
      .then((before) => before !== undefined);
  }
}

/** Returns the condition for contents in the trash that a search finds. */
function trashed(q: string): { condition: string; parameters: string[] } {
  const inTrash = 'deleted_at IS NOT NULL';
  if (q === '') return { condition: inTrash, parameters: [] };
  const { from, parameters } = nameSearch(q, inTrash);
  return { condition: `${inTrash} AND number IN (SELECT ${from})`, parameters };
}
