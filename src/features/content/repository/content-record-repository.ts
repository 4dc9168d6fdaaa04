import type { Db, Statement } from '../../../platform/sqlite/database.ts';

/** A content with its record; times in milliseconds, `uploadedBy` is `owner` or a user. */
export interface ContentRecordRow {
  number: number;
  sha256: Buffer;
  size: number;
  contentType: string;
  name: string;
  uploadedBy: string;
  createdAt: number;
  /** Empty for a content without a name. */
  title: string;
  description: string;
  authors: string[];
  hashtags: string[];
  /** The SHA-256 of a stored image. */
  cover: Buffer | null;
  /** Whether it is in the lists that everyone reads. */
  published: boolean;
  updatedAt: number;
}

export type StoredRecord = Omit<ContentRecordRow, 'authors' | 'hashtags' | 'published'> & {
  authors: string;
  hashtags: string;
  published: number;
};

export const recordColumns = `contents.number, contents.sha256, size, content_type AS contentType, contents.name,
  uploaded_by AS uploadedBy, created_at AS createdAt, title, description, authors, hashtags, cover, published,
  updated_at AS updatedAt`;

export const fromStoredRecord = (row: StoredRecord): ContentRecordRow => ({
  ...row,
  authors: JSON.parse(row.authors) as string[],
  hashtags: JSON.parse(row.hashtags) as string[],
  published: row.published === 1,
});

/** Contents of a user; `unlisted` counts those that are not published. */
export interface UserUsage {
  contents: number;
  contentBytes: number;
  unlisted: number;
}

/** Reads records of contents and their owners. */
export class ContentRecordRepository {
  readonly #one: Statement<[Buffer], StoredRecord>;
  readonly #isOwner: Statement<[number, string], unknown>;
  readonly #usage: Statement<[string], UserUsage>;
  readonly #hashes: Statement<[string], Buffer>;
  readonly #some: Statement<[string], StoredRecord>;

  constructor(db: Db) {
    this.#one = db.prepare(`SELECT ${recordColumns} FROM contents WHERE sha256 = ? AND deleted_at IS NULL`);
    this.#isOwner = db.prepare('SELECT 1 FROM content_holders WHERE number = ? AND user_id = ?');
    this.#usage = db.prepare(
      'SELECT contents, content_bytes AS contentBytes, unlisted FROM user_usage WHERE user_id = ?',
    );
    this.#hashes = db
      .prepare<[string], Buffer>(
        `SELECT sha256 FROM json_each(?) AS listed JOIN contents ON contents.number = listed.value
         ORDER BY listed.key`,
      )
      .pluck();
    this.#some = db.prepare(
      `SELECT ${recordColumns} FROM json_each(?) AS listed JOIN contents ON contents.number = listed.value
       ORDER BY listed.key`,
    );
  }

  get(sha256: Buffer): ContentRecordRow | undefined {
    const row = this.#one.get(sha256);
    return row && fromStoredRecord(row);
  }

  /** Returns whether a user owns a content. */
  isOwner(number: number, user: string): boolean {
    return this.#isOwner.get(number, user) !== undefined;
  }

  usageOf(user: string): UserUsage {
    return this.#usage.get(user) ?? { contents: 0, contentBytes: 0, unlisted: 0 };
  }

  /** Returns the hashes of contents in the order of `numbers`. */
  hashesOf(numbers: readonly number[]): Buffer[] {
    return this.#hashes.all(JSON.stringify(numbers));
  }

  /** Returns records in the order of `numbers`. */
  some(numbers: readonly number[]): ContentRecordRow[] {
    return this.#some.all(JSON.stringify(numbers)).map(fromStoredRecord);
  }
}
