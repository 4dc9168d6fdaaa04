import {
  editedTerm,
  formerTerm,
  ownerTerm,
  publishedTerm,
  tokensOf,
  untouchedTerm,
} from '../../../core/lists/search-tokens.ts';
import { unknownType } from '../../../core/media-type/media-type.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { type InTransaction, transactionsOf } from '../../../platform/sqlite/transaction.ts';
import {
  type ContentRecordRow,
  fromStoredRecord,
  recordColumns,
  type StoredRecord,
} from './content-record-repository.ts';
import { ContentSortKeys } from './content-sort-keys.ts';
import { shownType } from './shown-type.ts';

/** State of a content before a change. */
export interface StateBefore {
  sha256: Buffer;
  number: number;
  /** Filter terms of the viewers who saw it in lists. */
  visibility: readonly string[];
}

interface ChangeRow {
  sequence: number;
  /** Filter terms of the viewers who no longer see the content; empty in the change that the remaining viewers see. */
  gone: string;
  edited: number;
}

/** Texts in the file itself. */
type Tags = Record<'title' | 'artist' | 'album', string | null>;
const untagged: Tags = { title: null, artist: null, album: null };

/** Contents by number, new ones also in `added`, and changes by sequence. */
export interface DerivedRows {
  added: Iterable<number>;
  contents: Iterable<number>;
  changes: Iterable<number>;
}

interface ReadContent {
  content: ContentRecordRow;
  tags: Tags;
  tokens: string[];
  visibility: string[];
}

/** Version of the tokens; a higher one rebuilds the index. */
const indexVersion = 3;

/**
 * Maintains the search index of contents and the log of their changes, in the transaction that changes a content.
 * `content_search` has every content under its number; `content_order` has its sort keys; `change_search` has its
 * newest change since it was added, and its removals from the lists of viewers who no longer see it.
 */
export class ContentIndex {
  readonly #db: Db;
  readonly #inTransaction: InTransaction;
  readonly #sortKeys: ContentSortKeys;
  readonly #record: Statement<[number], StoredRecord & { shownType: string }>;
  readonly #plainType: Statement<[Buffer], string>;
  readonly #number: Statement<[Buffer], number>;
  readonly #owners: Statement<[number], { userId: string }>;
  readonly #tags: Statement<[Buffer], Tags>;
  readonly #indexName: Statement<[{ number: number; name: string; title: string }]>;
  readonly #indexStoredName: Statement<[number]>;
  readonly #index: Statement<[number, string]>;
  readonly #unindex: Statement<[number]>;
  readonly #changes: Statement<[Buffer], ChangeRow>;
  readonly #change: Statement<[number], ChangeRow & { number: number | null }>;
  readonly #nextSequence: Statement<[], { sequence: number }>;
  readonly #nextRevision: Statement<[]>;
  readonly #insertChange: Statement<[number, Buffer, number | null, string, number]>;
  readonly #narrowChange: Statement<[string, number]>;
  readonly #indexChange: Statement<[number, string]>;
  readonly #deleteChange: Statement<[number]>;
  readonly #unindexChange: Statement<[number]>;

  constructor(db: Db) {
    this.#db = db;
    this.#inTransaction = transactionsOf(db);
    this.#sortKeys = new ContentSortKeys(db);
    this.#record = db.prepare(
      `SELECT ${recordColumns}, ${shownType} AS shownType FROM contents WHERE number = ? AND deleted_at IS NULL`,
    );
    this.#plainType = db
      .prepare<[Buffer], string>('SELECT content_type FROM content_keys WHERE sealed_sha256 = ?')
      .pluck();
    this.#number = db.prepare<[Buffer], number>('SELECT number FROM contents WHERE sha256 = ?').pluck();
    this.#owners = db.prepare('SELECT user_id AS userId FROM content_holders WHERE number = ?');
    this.#tags = db.prepare('SELECT title, artist, album FROM content_media WHERE sha256 = ?');
    this.#indexName = db.prepare(
      `INSERT INTO content_names (rowid, name)
       VALUES (@number, iif(instr(@name, @title), @name, @name || char(10) || @title))`,
    );
    this.#indexStoredName = db.prepare(
      `INSERT INTO content_names (rowid, name)
       SELECT number, iif(instr(name, title), name, name || char(10) || title) FROM contents WHERE number = ?`,
    );
    this.#index = db.prepare('INSERT INTO content_search (rowid, tokens) VALUES (?, ?)');
    this.#unindex = db.prepare('DELETE FROM content_search WHERE rowid = ?');
    this.#changes = db.prepare('SELECT sequence, gone, edited FROM content_changes WHERE sha256 = ?');
    this.#change = db.prepare(
      'SELECT sequence, number, gone, edited FROM content_changes WHERE sequence = ?',
    );
    this.#nextSequence = db.prepare('UPDATE totals SET sequence = sequence + 1 RETURNING sequence');
    // Cached results of searches are valid until the next number or revision.
    this.#nextRevision = db.prepare('UPDATE content_index SET revision = revision + 1');
    this.#insertChange = db.prepare(
      'INSERT INTO content_changes (sequence, sha256, number, gone, edited) VALUES (?, ?, ?, ?, ?)',
    );
    this.#narrowChange = db.prepare('UPDATE content_changes SET gone = ? WHERE sequence = ?');
    this.#indexChange = db.prepare('INSERT INTO change_search (rowid, tokens) VALUES (?, ?)');
    this.#deleteChange = db.prepare('DELETE FROM content_changes WHERE sequence = ?');
    this.#unindexChange = db.prepare('DELETE FROM change_search WHERE rowid = ?');
  }

  /** Returns the state of a content; called before it is changed or removed. */
  before(sha256: Buffer, number: number): StateBefore {
    return { sha256, number, visibility: this.#read(number)?.visibility ?? [] };
  }

  /** Indexes a content that its first owner has just added. */
  added(content: ContentRecordRow): void {
    const { number, name, title } = content;
    this.#indexName.run({ number, name, title });
    const isMaybeEncrypted = content.contentType === unknownType;
    const plainType = isMaybeEncrypted ? this.#plainType.get(content.sha256) : undefined;
    const contentType = plainType ?? content.contentType;
    const tokens = [...tokensOf({ ...content, contentType }), ownerTerm(content.uploadedBy)];
    const wasHere = this.#changes.get(content.sha256) !== undefined;
    this.#index.run(content.number, (wasHere ? tokens : [...tokens, untouchedTerm]).join(' '));
    this.#sortKeys.add(content);
    if (wasHere) this.#note({ sha256: content.sha256, number: content.number, visibility: [] }, true);
  }

  /**
   * Updates the index after a change.
   * @param edited whether the words or filter terms that find the content may have changed
   */
  changed(before: StateBefore, edited: boolean): void {
    const read = this.#read(before.number);
    this.#unindex.run(before.number);
    if (read) {
      this.#index.run(before.number, read.tokens.join(' '));
      this.#sortKeys.put(read.content, read.tags.artist);
    }
    this.#note(before, edited);
  }

  /** Updates the index after the texts in a content's file became known; the record is unchanged. */
  retagged(number: number): void {
    const read = this.#read(number);
    if (!read) return;
    const { content, tags, tokens } = read;
    const isUntouched = this.#changes.get(content.sha256) === undefined;
    this.#unindex.run(number);
    this.#index.run(number, (isUntouched ? [...tokens, untouchedTerm] : tokens).join(' '));
    this.#sortKeys.put(content, tags.artist);
    this.#nextRevision.run();
  }

  /** Updates the index after the key of an encrypted file became known, and with it the media type of the plain file. */
  mediaTypeChanged(sha256: Buffer): void {
    const number = this.#number.get(sha256);
    if (number === undefined) return;
    this.retagged(number);
    for (const { sequence, gone, edited } of this.#changes.all(sha256)) {
      if (gone !== '') continue;
      this.#unindexChange.run(sequence);
      this.#indexOne(sequence, number, gone, edited);
    }
  }

  /** Removes a content that was deleted or moved to the trash. */
  removed(before: StateBefore): void {
    this.#unindex.run(before.number);
    this.#sortKeys.remove(before.number);
    this.#note(before, false);
  }

  /** Derives the index of contents and changes again after their rows were copied from another replica. */
  derive({ added, contents, changes }: DerivedRows): void {
    for (const number of added) this.#indexStoredName.run(number);
    for (const number of contents) this.#unindex.run(number);
    for (const number of contents) {
      const read = this.#read(number);
      if (!read) continue;
      const isUntouched = this.#changes.get(read.content.sha256) === undefined;
      this.#index.run(number, (isUntouched ? [...read.tokens, untouchedTerm] : read.tokens).join(' '));
    }
    for (const sequence of changes) this.#unindexChange.run(sequence);
    for (const sequence of changes) {
      const change = this.#change.get(sequence);
      if (change) this.#indexOne(sequence, change.number, change.gone, change.edited);
    }
    for (const number of contents) {
      const read = this.#read(number);
      if (read) this.#sortKeys.put(read.content, read.tags.artist);
      else this.#sortKeys.remove(number);
    }
    this.#nextRevision.run();
  }

  /** Rebuilds the tokens of all contents where their version is outdated or missing. */
  rebuildIfOutdated(): void {
    const state = this.#db.prepare<[], { version: number }>('SELECT version FROM content_index');
    if (state.get()?.version === indexVersion) return;
    this.#inTransaction(() => this.#rebuild());
  }

  #rebuild(): void {
    const db = this.#db;
    for (const table of ['content_search', 'change_search']) {
      db.prepare(`INSERT INTO ${table} (${table}) VALUES ('delete-all')`).run();
    }
    const contents = db.prepare<[number], { number: number; touched: number }>(
      `SELECT contents.number, sequence IS NOT NULL AS touched
       FROM contents LEFT JOIN content_changes USING (number) WHERE contents.number > ?
       ORDER BY contents.number LIMIT 1000`,
    );
    for (let page = contents.all(0); page.length > 0; page = contents.all(page.at(-1)?.number ?? 0)) {
      for (const { number, touched } of page) {
        const read = this.#read(number);
        if (!read) continue;
        const { tokens, tags, content } = read;
        this.#index.run(number, (touched ? tokens : [...tokens, untouchedTerm]).join(' '));
        this.#sortKeys.put(content, tags.artist);
      }
    }
    const changes = db.prepare<[number], ChangeRow & { number: number | null }>(
      'SELECT sequence, number, gone, edited FROM content_changes WHERE sequence > ? ORDER BY sequence LIMIT 1000',
    );
    for (let page = changes.all(0); page.length > 0; page = changes.all(page.at(-1)?.sequence ?? 0)) {
      for (const change of page) this.#indexOne(change.sequence, change.number, change.gone, change.edited);
    }
    db.prepare('UPDATE content_index SET version = ?').run(indexVersion);
  }

  /** Replaces the newest change of a content, and records which lists it has left. */
  #note({ sha256, number, visibility }: StateBefore, edited: boolean): void {
    const now = this.#read(number)?.visibility;
    const leaving = visibility.filter((term) => !now?.includes(term));
    const earlier = this.#changes.all(sha256);
    for (const change of earlier) this.#outdate(change, new Set([...leaving, ...(now ?? [])]));
    const wasEdited = edited || earlier.some((change) => change.edited === 1) ? 1 : 0;
    if (now) {
      const sequence = this.#nextSequence.get()?.sequence ?? 0;
      this.#insertChange.run(sequence, sha256, number, '', wasEdited);
      this.#indexOne(sequence, number, '', wasEdited);
    }
    if (leaving.length > 0) {
      const sequence = this.#nextSequence.get()?.sequence ?? 0;
      this.#insertChange.run(sequence, sha256, null, leaving.join(' '), 0);
      this.#indexOne(sequence, null, leaving.join(' '), 0);
    }
  }

  /**
   * Removes from an older change the viewers who see a newer one, and deletes the change when no viewer is left.
   * @param newer filter terms of the viewers who see the newer change
   */
  #outdate({ sequence, gone }: ChangeRow, newer: ReadonlySet<string>): void {
    const rest = gone.split(' ').filter((term) => term !== '' && !newer.has(term));
    if (rest.length > 0 && rest.join(' ') === gone) return;
    this.#unindexChange.run(sequence);
    if (rest.length === 0) {
      this.#deleteChange.run(sequence);
      return;
    }
    this.#narrowChange.run(rest.join(' '), sequence);
    this.#indexOne(sequence, null, rest.join(' '), 0);
  }

  #indexOne(sequence: number, number: number | null, gone: string, edited: number): void {
    const tokens = number === null ? [] : (this.#read(number)?.tokens ?? []);
    if (edited === 1) tokens.push(editedTerm);
    if (gone !== '') tokens.push(...gone.split(' ').map(formerTerm));
    this.#indexChange.run(sequence, tokens.join(' '));
  }

  #read(number: number): ReadContent | undefined {
    const row = this.#record.get(number);
    if (!row) return undefined;
    const { shownType: contentType, ...stored } = row;
    const content = fromStoredRecord(stored);
    const visibility = this.#owners.all(number).map(({ userId }) => ownerTerm(userId));
    if (content.published) visibility.push(publishedTerm);
    const tags = this.#tags.get(content.sha256) ?? untagged;
    const texts = Object.values(tags).filter((text) => text !== null);
    const tokens = [...tokensOf({ ...content, tags: texts, contentType }), ...visibility];
    return { content, tags, tokens, visibility };
  }
}
