import type { Statement } from 'better-sqlite3';
import { ContentIndex } from './content-index.ts';
import type { ContentRecordRow } from './content-records.ts';
import { GroupCommit } from './group-commit.ts';
import type { Db } from './open.ts';

/** What is needed to send a content. `createdAt` in milliseconds, `uploadedBy` is `owner` or a user. */
export type ContentRow = Pick<
  ContentRecordRow,
  'number' | 'sha256' | 'size' | 'contentType' | 'name' | 'uploadedBy' | 'createdAt'
>;

export type NewContent = Omit<ContentRow, 'number'> & { title: string; checksums: Buffer };

/** What may be said anew about a content. */
export type ContentEdits = Pick<
  ContentRecordRow,
  'title' | 'description' | 'authors' | 'hashtags' | 'cover' | 'published'
>;

/** What an upload changed: the content is new, or it is new only to the user, or nothing. */
export type Addition = 'added' | 'shared' | 'known';

/** An addition whose row is written, and its index yet to be. */
interface Written {
  addition: Addition;
  index: () => void;
}

const columns =
  'number, sha256, size, content_type AS contentType, name, uploaded_by AS uploadedBy, created_at AS createdAt';

/** Contents, their holders and block checksums. Every write keeps the index and the log of changes right. */
export class ContentRepository {
  readonly #db: Db;
  readonly #commits: GroupCommit;
  readonly #index: ContentIndex;
  readonly #one: Statement<[Buffer], ContentRow>;
  readonly #checksums: Statement<[Buffer], { crc32: Buffer }>;
  readonly #totals: Statement<[], { contents: number; contentBytes: number }>;
  readonly #insert: Statement<[Omit<NewContent, 'checksums'>]>;
  readonly #insertChecksums: Statement<[Buffer, Buffer]>;
  readonly #insertHolder: Statement<[number, string]>;
  readonly #edit: Statement<[object]>;
  readonly #coveredBy: Statement<[Buffer, Buffer], { number: number; sha256: Buffer }>;
  readonly #uncover: Statement<[number]>;
  readonly #delete: Statement<[number]>;

  constructor(db: Db) {
    this.#db = db;
    this.#commits = new GroupCommit(db);
    this.#index = new ContentIndex(db);
    this.#one = db.prepare(`SELECT ${columns} FROM contents WHERE sha256 = ?`);
    this.#checksums = db.prepare('SELECT crc32 FROM content_checksums WHERE sha256 = ?');
    this.#totals = db.prepare('SELECT contents, content_bytes AS contentBytes FROM totals');
    this.#insert = db.prepare(
      `INSERT INTO contents (number, sha256, size, content_type, name, uploaded_by, created_at, title, updated_at)
       SELECT sequence + 1, @sha256, @size, @contentType, @name, @uploadedBy, @createdAt, @title, @createdAt
       FROM totals WHERE true ON CONFLICT (sha256) DO NOTHING`,
    );
    this.#insertChecksums = db.prepare(
      'INSERT OR IGNORE INTO content_checksums (sha256, crc32) VALUES (?, ?)',
    );
    this.#insertHolder = db.prepare('INSERT OR IGNORE INTO content_holders (number, user_id) VALUES (?, ?)');
    this.#edit = db.prepare(
      `UPDATE contents SET title = @title, description = @description, authors = @authors, hashtags = @hashtags,
         cover = @cover, published = @published, updated_at = @updatedAt WHERE number = @number`,
    );
    this.#coveredBy = db.prepare('SELECT number, sha256 FROM contents WHERE cover = ? AND sha256 <> ?');
    this.#uncover = db.prepare('UPDATE contents SET cover = NULL WHERE number = ?');
    this.#delete = db.prepare('DELETE FROM contents WHERE number = ?');
  }

  get(sha256: Buffer): ContentRow | undefined {
    return this.#one.get(sha256);
  }

  /** CRC-32 of each 512 KiB block, little-endian. */
  checksums(sha256: Buffer): Buffer | undefined {
    return this.#checksums.get(sha256)?.crc32;
  }

  /** Resolves when the content is on disk as one of its uploader's. */
  add(content: NewContent): Promise<Addition> {
    return this.#commits
      .run(
        () => this.#add(content),
        ({ index }) => index(),
      )
      .then(({ addition }) => addition);
  }

  /** Changes what is said about a content. */
  edit(content: ContentRecordRow, edits: ContentEdits, at: number): void {
    const { sha256, number } = content;
    this.#db
      .transaction(() => {
        const before = this.#index.before(sha256, number);
        this.#edit.run({
          ...edits,
          authors: JSON.stringify(edits.authors),
          hashtags: JSON.stringify(edits.hashtags),
          published: edits.published ? 1 : 0,
          updatedAt: at,
          number,
        });
        this.#index.changed(before, isRetold(content, edits));
      })
      .immediate();
  }

  /** `false` when there was no such row. What had it as cover has none then. */
  remove(sha256: Buffer): boolean {
    return this.#db.transaction(() => this.#remove(sha256)).immediate();
  }

  totals(): { contents: number; contentBytes: number } {
    return this.#totals.get() ?? { contents: 0, contentBytes: 0 };
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

  #add({ checksums, ...content }: NewContent): Written {
    const { changes, lastInsertRowid } = this.#insert.run(content);
    if (changes === 0) return this.#share(content);
    const number = Number(lastInsertRowid);
    this.#insertChecksums.run(content.sha256, checksums);
    this.#insertHolder.run(number, content.uploadedBy);
    const record: ContentRecordRow = {
      ...content,
      number,
      description: '',
      authors: [],
      hashtags: [],
      cover: null,
      published: false,
      updatedAt: content.createdAt,
    };
    return { addition: 'added', index: () => this.#index.added(record) };
  }

  #share({ sha256, uploadedBy }: Pick<NewContent, 'sha256' | 'uploadedBy'>): Written {
    const { number } = this.#one.get(sha256) as ContentRow;
    const before = this.#index.before(sha256, number);
    if (this.#insertHolder.run(number, uploadedBy).changes === 0)
      return { addition: 'known', index: () => {} };
    return { addition: 'shared', index: () => this.#index.changed(before, false) };
  }

  #remove(sha256: Buffer): boolean {
    const row = this.#one.get(sha256);
    if (!row) return false;
    for (const covered of this.#coveredBy.all(sha256, sha256)) {
      const before = this.#index.before(covered.sha256, covered.number);
      this.#uncover.run(covered.number);
      this.#index.changed(before, false);
    }
    const before = this.#index.before(sha256, row.number);
    this.#delete.run(row.number);
    this.#index.removed(before);
    return true;
  }
}

/** Whether searches and filters may find a content otherwise than before. */
const isRetold = (content: ContentEdits, edits: ContentEdits): boolean =>
  (['title', 'description', 'authors', 'hashtags'] as const).some(
    (field) => JSON.stringify(content[field]) !== JSON.stringify(edits[field]),
  );
