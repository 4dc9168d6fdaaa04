import type { Statement } from 'better-sqlite3';
import type { Db } from './open.ts';

/** A content with what is said about it. Times in milliseconds, `uploadedBy` is `owner` or a user. */
export interface ContentRecordRow {
  number: number;
  sha256: Buffer;
  size: number;
  contentType: string;
  name: string;
  uploadedBy: string;
  createdAt: number;
  /** Empty for a content that came without a name. */
  title: string;
  description: string;
  authors: string[];
  hashtags: string[];
  /** The SHA-256 of a stored image. */
  cover: Buffer | null;
  /** Whether everybody sees it in lists. */
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

/** What a user holds; `unlisted` is what of it is not published. */
export interface UserUsage {
  contents: number;
  contentBytes: number;
  unlisted: number;
}

/** FTS5's trigrams need three characters; shorter searches scan the names. */
const indexed = (q: string): boolean => [...q].length >= 3;

/** Reads what is said about contents, and who holds them. */
export class ContentRecordRepository {
  readonly #db: Db;
  readonly #one: Statement<[Buffer], StoredRecord>;
  readonly #isHolder: Statement<[number, string], unknown>;
  readonly #usage: Statement<[string], UserUsage>;

  constructor(db: Db) {
    this.#db = db;
    this.#one = db.prepare(`SELECT ${recordColumns} FROM contents WHERE sha256 = ?`);
    this.#isHolder = db.prepare('SELECT 1 FROM content_holders WHERE number = ? AND user_id = ?');
    this.#usage = db.prepare(
      'SELECT contents, content_bytes AS contentBytes, unlisted FROM user_usage WHERE user_id = ?',
    );
  }

  get(sha256: Buffer): ContentRecordRow | undefined {
    const row = this.#one.get(sha256);
    return row && fromStoredRecord(row);
  }

  /** Whether a user stored these bytes, as the first or later. */
  isHolder(number: number, user: string): boolean {
    return this.#isHolder.get(number, user) !== undefined;
  }

  usageOf(user: string): UserUsage {
    return this.#usage.get(user) ?? { contents: 0, contentBytes: 0, unlisted: 0 };
  }

  /** All that is stored, newest first, from before `beforeNumber`; `q` is found anywhere in name or title. */
  page(options: { q: string; beforeNumber: number | undefined; limit: number }): ContentRecordRow[] {
    const { from, where, parameters, number } = this.#matching(options.q);
    return this.#db
      .prepare<unknown[], StoredRecord>(
        // FTS5 seeks a row only by a number that is bound as an integer.
        `SELECT ${recordColumns} FROM ${from} WHERE ${where} AND ${number} < CAST(? AS INTEGER)
         ORDER BY ${number} DESC LIMIT ?`,
      )
      .all(...parameters, options.beforeNumber ?? Number.MAX_SAFE_INTEGER, options.limit)
      .map(fromStoredRecord);
  }

  count(q: string): number {
    const { from, where, parameters } = this.#matching(q);
    const counted =
      q === ''
        ? this.#db.prepare<unknown[], { n: number }>('SELECT contents AS n FROM totals')
        : this.#db.prepare<unknown[], { n: number }>(`SELECT count(*) AS n FROM ${from} WHERE ${where}`);
    return counted.get(...parameters)?.n ?? 0;
  }

  #matching(q: string): { from: string; where: string; parameters: unknown[]; number: string } {
    if (q === '') return { from: 'contents', where: 'true', parameters: [], number: 'contents.number' };
    if (indexed(q)) {
      return {
        from: 'content_names CROSS JOIN contents ON contents.number = content_names.rowid',
        where: 'content_names MATCH ?',
        parameters: [`"${q.replaceAll('"', '""')}"`],
        number: 'content_names.rowid',
      };
    }
    const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
    return {
      from: 'contents',
      where: "(name LIKE ? ESCAPE '\\' OR title LIKE ? ESCAPE '\\')",
      parameters: [pattern, pattern],
      number: 'contents.number',
    };
  }
}
