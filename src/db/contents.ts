import type { Statement } from 'better-sqlite3';
import { GroupCommit } from './group-commit.ts';
import type { Db } from './open.ts';

/** What is stored: one row a content. `createdAt` in milliseconds, `uploadedBy` is `owner` or a user. */
export interface ContentRow {
  number: number;
  sha256: Buffer;
  size: number;
  contentType: string;
  name: string;
  uploadedBy: string;
  createdAt: number;
}

export type NewContent = Omit<ContentRow, 'number'> & { checksums: Buffer };

const columns =
  'number, sha256, size, content_type AS contentType, name, uploaded_by AS uploadedBy, created_at AS createdAt';

/** FTS5's trigrams need three characters; shorter searches scan the names. */
const indexed = (q: string): boolean => [...q].length >= 3;

/** Contents and their block checksums. */
export class ContentRepository {
  readonly #db: Db;
  readonly #commits: GroupCommit;
  readonly #one: Statement<[Buffer], ContentRow>;
  readonly #checksums: Statement<[Buffer], { crc32: Buffer }>;
  readonly #totals: Statement<[], { contents: number; contentBytes: number }>;
  readonly #insert: Statement<[Omit<NewContent, 'checksums'>]>;
  readonly #insertChecksums: Statement<[Buffer, Buffer]>;
  readonly #delete: Statement<[Buffer]>;

  constructor(db: Db) {
    this.#db = db;
    this.#commits = new GroupCommit(db);
    this.#one = db.prepare(`SELECT ${columns} FROM contents WHERE sha256 = ?`);
    this.#checksums = db.prepare('SELECT crc32 FROM content_checksums WHERE sha256 = ?');
    this.#totals = db.prepare('SELECT contents, content_bytes AS contentBytes FROM totals');
    this.#insert = db.prepare(
      `INSERT INTO contents (sha256, size, content_type, name, uploaded_by, created_at)
       VALUES (@sha256, @size, @contentType, @name, @uploadedBy, @createdAt) ON CONFLICT (sha256) DO NOTHING`,
    );
    this.#insertChecksums = db.prepare(
      'INSERT OR IGNORE INTO content_checksums (sha256, crc32) VALUES (?, ?)',
    );
    this.#delete = db.prepare('DELETE FROM contents WHERE sha256 = ?');
  }

  get(sha256: Buffer): ContentRow | undefined {
    return this.#one.get(sha256);
  }

  /** CRC-32 of each 512 KiB block, little-endian. */
  checksums(sha256: Buffer): Buffer | undefined {
    return this.#checksums.get(sha256)?.crc32;
  }

  /** Resolves when the row is on disk; `false` when the content was already there. */
  add({ checksums, ...content }: NewContent): Promise<boolean> {
    return this.#commits.run(() => {
      const added = this.#insert.run(content).changes === 1;
      if (added) this.#insertChecksums.run(content.sha256, checksums);
      return added;
    });
  }

  /** `false` when there was no such row. */
  remove(sha256: Buffer): boolean {
    return this.#delete.run(sha256).changes === 1;
  }

  totals(): { contents: number; contentBytes: number } {
    return this.#totals.get() ?? { contents: 0, contentBytes: 0 };
  }

  /** Newest first, from before `beforeNumber`; `q` is found anywhere in the name. */
  page(options: { q: string; beforeNumber: number | undefined; limit: number }): ContentRow[] {
    const { where, parameters } = this.#matching(options.q);
    return this.#db
      .prepare<unknown[], ContentRow>(
        `SELECT ${columns} FROM contents WHERE number < ? AND ${where} ORDER BY number DESC LIMIT ?`,
      )
      .all(options.beforeNumber ?? Number.MAX_SAFE_INTEGER, ...parameters, options.limit);
  }

  count(q: string): number {
    if (q === '') return this.totals().contents;
    const { where, parameters } = this.#matching(q);
    return (
      this.#db
        .prepare<unknown[], { n: number }>(`SELECT count(*) AS n FROM contents WHERE ${where}`)
        .get(...parameters)?.n ?? 0
    );
  }

  /** Every stored hash in order, a page at a time, so that the caller may pause in between. */
  hashesAfter(sha256: Buffer, limit: number): Buffer[] {
    return this.#db
      .prepare<[Buffer, number], { sha256: Buffer }>(
        'SELECT sha256 FROM contents WHERE sha256 > ? ORDER BY sha256 LIMIT ?',
      )
      .all(sha256, limit)
      .map((row) => row.sha256);
  }

  /** Commits what waits; called before the database is closed. */
  flush(): void {
    this.#commits.flush();
  }

  #matching(q: string): { where: string; parameters: unknown[] } {
    if (q === '') return { where: 'true', parameters: [] };
    if (indexed(q)) {
      return {
        where: 'number IN (SELECT rowid FROM content_names WHERE content_names MATCH ?)',
        parameters: [`"${q.replaceAll('"', '""')}"`],
      };
    }
    return { where: "name LIKE ? ESCAPE '\\'", parameters: [`%${q.replace(/[\\%_]/g, '\\$&')}%`] };
  }
}
