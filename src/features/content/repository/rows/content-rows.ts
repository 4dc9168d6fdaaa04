import { networkId, ownerId } from '../../../../core/caller.ts';
import { blocked } from '../../../../core/content-errors.ts';
import type { Registrant } from '../../../../crypto/age/registrant.ts';
import type { Db, Statement } from '../../../../platform/sqlite/database.ts';
import { ContentIndex, type StateBefore } from '../content-index.ts';
import type { ContentRecordRow } from '../content-record-repository.ts';
import { ContentOwners } from './content-owners.ts';
import { FileRegistrants } from './file-registrants.ts';

/** The data needed to send a content; `createdAt` in milliseconds, `uploadedBy` is `owner` or a user. */
export type ContentRow = Pick<
  ContentRecordRow,
  'number' | 'sha256' | 'size' | 'contentType' | 'name' | 'uploadedBy' | 'createdAt'
>;

export type NewContent = Omit<ContentRow, 'number'> & {
  title: string;
  checksums: Buffer;
  /** The registrant that an encrypted file names. */
  registrant?: Registrant | undefined;
  /** Origin and record of a copy; for uploads of `network`. */
  copy?: CopyOrigin;
};

export interface CopyOrigin {
  host: string;
  description: string;
  authors: string[];
  hashtags: string[];
}

/** Editable members of a record. */
export type ContentEdits = Pick<
  ContentRecordRow,
  'title' | 'description' | 'authors' | 'hashtags' | 'cover' | 'published'
>;

/** Effect of an upload: the content is new or restored from the trash, new only to this user, or known already. */
export type Addition = 'added' | 'ownerAdded' | 'known';

/** Effect of removing an owner: the user did not own the content, others still own it, or it was removed. */
export type OwnerRemoval = 'none' | 'left' | 'gone';

/** Result of an upload. */
export interface AdditionResult {
  addition: Addition;
  /** The row of a new content. */
  inserted?: ContentRow;
}

/** An addition with a written row that is not indexed yet. */
export interface UnindexedAddition extends AdditionResult {
  index: () => void;
}

/** SQL of the columns of a `ContentRow`. */
export const contentColumns =
  'number, sha256, size, content_type AS contentType, name, uploaded_by AS uploadedBy, created_at AS createdAt';

/**
 * Writes contents, their owners and block checksums within a command; every write updates the index and the log of
 * changes.
 */
export class ContentRows {
  readonly #index: ContentIndex;
  readonly #owners: ContentOwners;
  readonly #registrants: FileRegistrants;
  readonly #one: Statement<[Buffer], ContentRow>;
  readonly #any: Statement<[Buffer], ContentRow>;
  readonly #isBlocked: Statement<[Buffer], unknown>;
  readonly #restore: Statement<[number]>;
  readonly #unlist: Statement<[number]>;
  readonly #insert: Statement<[object]>;
  readonly #insertChecksums: Statement<[Buffer, Buffer]>;
  readonly #insertCopy: Statement<[number, string, number, number]>;
  readonly #isEvictable: Statement<[number], unknown>;
  readonly #edit: Statement<[object]>;
  readonly #coveredBy: Statement<[Buffer, Buffer], { number: number; sha256: Buffer }>;
  readonly #uncover: Statement<[number]>;
  readonly #delete: Statement<[number]>;

  constructor(db: Db) {
    this.#index = new ContentIndex(db);
    this.#owners = new ContentOwners(db);
    this.#registrants = new FileRegistrants(db);
    this.#one = db.prepare(`SELECT ${contentColumns} FROM contents WHERE sha256 = ? AND deleted_at IS NULL`);
    this.#any = db.prepare(`SELECT ${contentColumns} FROM contents WHERE sha256 = ?`);
    this.#isBlocked = db.prepare('SELECT 1 FROM blocked WHERE sha256 = ?');
    this.#restore = db.prepare(
      'UPDATE contents SET deleted_at = NULL WHERE number = ? AND deleted_at IS NOT NULL',
    );
    this.#unlist = db.prepare('UPDATE contents SET published = 0 WHERE number = ?');
    this.#insert = db.prepare(
      `INSERT INTO contents (number, sha256, size, content_type, name, uploaded_by, created_at, title, updated_at,
         verified_at, description, authors, hashtags)
       SELECT sequence + 1, @sha256, @size, @contentType, @name, @uploadedBy, @createdAt, @title, @createdAt,
         @createdAt, @description, @authors, @hashtags
       FROM totals WHERE true ON CONFLICT (sha256) DO NOTHING`,
    );
    this.#insertChecksums = db.prepare(
      'INSERT OR IGNORE INTO content_checksums (sha256, crc32) VALUES (?, ?)',
    );
    this.#insertCopy = db.prepare(
      'INSERT INTO copies (number, host, fetched_at, last_used_at) VALUES (?, ?, ?, ?)',
    );
    this.#isEvictable = db.prepare("SELECT 1 FROM copies WHERE number = ? AND kind = 'copies'");
    this.#edit = db.prepare(
      `UPDATE contents SET title = @title, description = @description, authors = @authors, hashtags = @hashtags,
         cover = @cover, published = @published, updated_at = @updatedAt WHERE number = @number`,
    );
    this.#coveredBy = db.prepare('SELECT number, sha256 FROM contents WHERE cover = ? AND sha256 <> ?');
    this.#uncover = db.prepare('UPDATE contents SET cover = NULL WHERE number = ?');
    this.#delete = db.prepare('DELETE FROM contents WHERE number = ?');
  }

  /** Adds a content or an owner. @throws NodeError `blocked` */
  add({ checksums, registrant, copy, ...content }: NewContent): UnindexedAddition {
    if (this.#isBlocked.get(content.sha256) !== undefined) throw blocked();
    const { description = '', authors = [], hashtags = [] } = copy ?? {};
    const { changes, lastInsertRowid } = this.#insert.run({
      ...content,
      description,
      authors: JSON.stringify(authors),
      hashtags: JSON.stringify(hashtags),
    });
    if (changes === 0) return this.#addOwner(content);
    const number = Number(lastInsertRowid);
    this.#insertChecksums.run(content.sha256, checksums);
    if (registrant) this.#registrants.add(content.sha256, registrant);
    this.#owners.add(number, content.uploadedBy, content.createdAt);
    if (copy) this.#insertCopy.run(number, copy.host, content.createdAt, content.createdAt);
    const record: ContentRecordRow = {
      ...content,
      number,
      description,
      authors,
      hashtags,
      cover: null,
      published: false,
      updatedAt: content.createdAt,
    };
    const { sha256, size, contentType, name, uploadedBy, createdAt } = content;
    const inserted = { number, sha256, size, contentType, name, uploadedBy, createdAt };
    return { addition: 'added', inserted, index: () => this.#index.added(record) };
  }

  /** Edits a record; publishing a copy makes it the owner's content. */
  edit(content: ContentRecordRow, edits: ContentEdits, at: number): void {
    const { sha256, number } = content;
    const adopted = edits.published && content.uploadedBy === networkId;
    const before = this.#index.before(sha256, number);
    this.#edit.run({
      ...edits,
      authors: JSON.stringify(edits.authors),
      hashtags: JSON.stringify(edits.hashtags),
      published: edits.published ? 1 : 0,
      updatedAt: at,
      number,
    });
    if (adopted) {
      this.#owners.add(number, ownerId, at);
      this.#owners.hand(number, ownerId);
    }
    this.#index.changed(before, adopted || isFoundAnew(content, edits));
  }

  /** See `ContentIndex.mediaTypeChanged`. */
  mediaTypeChanged(sha256: Buffer): void {
    this.#index.mediaTypeChanged(sha256);
  }

  /**
   * Removes an owner; with the last one, the content is removed. A next owner may edit the texts; the content is then
   * unlisted, because that owner has not published it.
   */
  removeOwner(sha256: Buffer, user: string, at: number): OwnerRemoval {
    const row = this.#one.get(sha256);
    if (!row) return 'none';
    const before = this.#index.before(sha256, row.number);
    if (!this.#owners.remove(row.number, user)) return 'none';
    const heir = this.#owners.next(row.number);
    if (heir === undefined) {
      this.#removeRow(row, before);
      return 'gone';
    }
    if (row.uploadedBy === user) this.#owners.inherit({ number: row.number, heir, at });
    this.#index.changed(before, row.uploadedBy === user);
    return 'left';
  }

  /**
   * Removes an owner like `removeOwner`, but only where another user owns the content too; returns whether it was
   * removed.
   */
  yieldToOthers(sha256: Buffer, user: string, at: number): boolean {
    return this.isOfOthers(sha256, user) && this.removeOwner(sha256, user, at) === 'left';
  }

  /** Returns whether another user owns a content. */
  isOfOthers(sha256: Buffer, user: string): boolean {
    const row = this.#one.get(sha256);
    return row !== undefined && this.#owners.hasOther(row.number, user);
  }

  /** Removes a copy that may be evicted; returns whether it was removed. */
  evict(sha256: Buffer, mayGo: () => boolean): boolean {
    const row = this.#one.get(sha256);
    if (!row || this.#isEvictable.get(row.number) === undefined || !mayGo()) return false;
    return this.remove(sha256);
  }

  /** Removes a content, also from the trash and as the cover of others; returns false when there was none. */
  remove(sha256: Buffer): boolean {
    const row = this.#any.get(sha256);
    if (!row) return false;
    this.#removeRow(row, this.#index.before(sha256, row.number));
    return true;
  }

  #addOwner({
    sha256,
    uploadedBy,
    name,
    title,
    createdAt,
  }: Omit<NewContent, 'checksums'>): UnindexedAddition {
    const { number, uploadedBy: first } = this.#any.get(sha256) as ContentRow;
    const before = this.#index.before(sha256, number);
    const isRestored = this.#restore.run(number).changes === 1;
    // A content from the trash stays unlisted, unless the owner of the node adds it again.
    if (isRestored && uploadedBy !== ownerId) this.#unlist.run(number);
    const isNew = uploadedBy !== networkId && this.#owners.add(number, uploadedBy, createdAt);
    if (!isRestored && !isNew) return { addition: 'known', index: () => {} };
    const adopted = isNew && first === networkId;
    if (adopted) this.#owners.adopt({ number, user: uploadedBy, name, title, at: createdAt });
    return {
      addition: isRestored ? 'added' : 'ownerAdded',
      index: () => this.#index.changed(before, adopted || isRestored),
    };
  }

  #removeRow({ sha256, number }: ContentRow, before: StateBefore): void {
    for (const covered of this.#coveredBy.all(sha256, sha256)) {
      const coveredBefore = this.#index.before(covered.sha256, covered.number);
      this.#uncover.run(covered.number);
      this.#index.changed(coveredBefore, false);
    }
    this.#delete.run(number);
    this.#index.removed(before);
  }
}

/** Returns whether an edit changes how searches and filters find a content. */
const isFoundAnew = (content: ContentEdits, edits: ContentEdits): boolean =>
  (['title', 'description', 'authors', 'hashtags'] as const).some(
    (field) => JSON.stringify(content[field]) !== JSON.stringify(edits[field]),
  );
