import { LRUCache } from 'lru-cache';
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
  /** Whether it is in the lists of everyone. */
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

export interface RecordQuery {
  /** Matched anywhere in name, title, or the title, artist and album of the file; empty: no restriction. */
  q: string;
  beforeNumber?: number | undefined;
  /** Number of newest matches to skip. */
  skip?: number;
  limit: number;
}

/** Limit of remembered match numbers, 8 bytes each. */
const mostRemembered = 2_000_000;

/** FTS5 trigrams need three characters; shorter searches scan the names. */
const indexed = (q: string): boolean => [...q].length >= 3;

/** Reads records of contents and their owners. */
export class ContentRecordRepository {
  readonly #db: Db;
  readonly #one: Statement<[Buffer], StoredRecord>;
  readonly #isHolder: Statement<[number, string], unknown>;
  readonly #usage: Statement<[string], UserUsage>;
  readonly #newest: Statement<[number, number, number], StoredRecord>;
  readonly #among: Statement<[string], StoredRecord>;
  readonly #totals: Statement<[], { contents: number; sequence: number }>;
  /** Numbers of matches, newest first, by search and newest change, so that later pages need not search again. */
  readonly #matches = new LRUCache<string, Float64Array>({
    maxSize: mostRemembered,
    sizeCalculation: ({ length }) => length + 1,
  });

  constructor(db: Db) {
    this.#db = db;
    this.#one = db.prepare(`SELECT ${recordColumns} FROM contents WHERE sha256 = ?`);
    this.#isHolder = db.prepare('SELECT 1 FROM content_holders WHERE number = ? AND user_id = ?');
    this.#usage = db.prepare(
      'SELECT contents, content_bytes AS contentBytes, unlisted FROM user_usage WHERE user_id = ?',
    );
    this.#newest = db.prepare(
      `SELECT ${recordColumns} FROM contents WHERE number < ? ORDER BY number DESC LIMIT ? OFFSET ?`,
    );
    this.#among = db.prepare(
      `SELECT ${recordColumns} FROM contents WHERE number IN (SELECT value FROM json_each(?)) ORDER BY number DESC`,
    );
    this.#totals = db.prepare('SELECT contents, sequence FROM totals');
  }

  get(sha256: Buffer): ContentRecordRow | undefined {
    const row = this.#one.get(sha256);
    return row && fromStoredRecord(row);
  }

  /** Returns whether a user owns a content. */
  isHolder(number: number, user: string): boolean {
    return this.#isHolder.get(number, user) !== undefined;
  }

  usageOf(user: string): UserUsage {
    return this.#usage.get(user) ?? { contents: 0, contentBytes: 0, unlisted: 0 };
  }

  /** Returns matching contents with lower numbers than `beforeNumber`, newest first. */
  page({ q, beforeNumber = Number.MAX_SAFE_INTEGER, skip = 0, limit }: RecordQuery): ContentRecordRow[] {
    if (q === '') return this.#newest.all(beforeNumber, limit, skip).map(fromStoredRecord);
    const matches = this.#matching(q);
    const top = matches.findIndex((number) => number < beforeNumber);
    if (top === -1) return [];
    const numbers = [...matches.subarray(top + skip, top + skip + limit)];
    return this.#among.all(JSON.stringify(numbers)).map(fromStoredRecord);
  }

  count(q: string): number {
    return q === '' ? (this.#totals.get()?.contents ?? 0) : this.#matching(q).length;
  }

  #matching(q: string): Float64Array {
    const key = `${this.#totals.get()?.sequence} ${q}`;
    const known = this.#matches.get(key);
    if (known) return known;
    const { from, parameters } = searchOf(q);
    const found = this.#db
      .prepare<string[], number>(`SELECT ${from} ORDER BY 1 DESC`)
      .pluck()
      .all(...parameters);
    const matches = Float64Array.from(found);
    this.#matches.set(key, matches);
    return matches;
  }
}

/** The texts that searches look through. */
const texts = ['name', 'contents.title', 'content_media.title', 'artist', 'album'];

function searchOf(q: string): { from: string; parameters: string[] } {
  if (indexed(q)) {
    const phrase = `"${q.replaceAll('"', '""')}"`;
    return {
      from: `rowid FROM content_names WHERE content_names MATCH ?
        UNION SELECT rowid FROM media_names WHERE media_names MATCH ?`,
      parameters: [phrase, phrase],
    };
  }
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  return {
    from: `number FROM contents LEFT JOIN content_media USING (sha256)
      WHERE ${texts.map((text) => `${text} LIKE ? ESCAPE '\\'`).join(' OR ')}`,
    parameters: texts.map(() => pattern),
  };
}
