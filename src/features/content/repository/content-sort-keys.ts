import { kindOfType } from '../../../contract/dashboard-api/library/content-kind.ts';
import { networkId } from '../../../core/caller.ts';
import { sortKey } from '../../../core/lists/sort-key.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import type { ContentRecordRow } from './content-record-repository.ts';

type Sorted = Pick<ContentRecordRow, 'number' | 'title' | 'name' | 'authors' | 'size'>;
type Added = Sorted & Pick<ContentRecordRow, 'sha256' | 'contentType' | 'uploadedBy' | 'createdAt'>;

interface Keys {
  number: number;
  title: string;
  author: string;
  size: number;
}

/** Keeps the keys by which lists of contents are sorted and filtered. */
export class ContentSortKeys {
  readonly #put: Statement<[Keys]>;
  readonly #add: Statement<
    [Keys & Pick<Added, 'sha256' | 'createdAt'> & { kind: string; source: 'mine' | 'others' }]
  >;
  readonly #remove: Statement<[number]>;

  constructor(db: Db) {
    this.#put = db.prepare(
      `INSERT INTO content_order (number, title, author, size)
       SELECT @number, @title, @author, @size
       WHERE NOT EXISTS (SELECT 1 FROM hidden_contents WHERE number = @number)`,
    );
    // A trigger of the database derives the row from what is already known of the file when the kind is missing.
    this.#add = db.prepare(
      `INSERT INTO content_order (number, title, author, size, kind, source, taken)
       VALUES (@number, @title, @author, @size,
         iif(EXISTS (SELECT 1 FROM content_keys WHERE sealed_sha256 = @sha256)
           OR EXISTS (SELECT 1 FROM deliveries WHERE sealed_sha256 = @sha256)
           OR EXISTS (SELECT 1 FROM content_media WHERE sha256 = @sha256)
           OR EXISTS (SELECT 1 FROM chain_contents WHERE platform IN (SELECT id FROM platforms)
             AND sha256 = @sha256 AND key_hash IS NOT NULL), '', @kind),
         @source, unixepoch(@createdAt / 1000, 'unixepoch', 'localtime'))`,
    );
    this.#remove = db.prepare('DELETE FROM content_order WHERE number = ?');
  }

  /** Adds a content that was just stored. */
  add(content: Added): void {
    const { sha256, contentType, uploadedBy, createdAt } = content;
    this.#add.run({
      ...keysOf(content, null),
      sha256,
      createdAt,
      kind: kindOfType(contentType),
      source: uploadedBy === networkId ? 'others' : 'mine',
    });
  }

  /**
   * Writes the keys of a content anew; the database adds kind, source, length and time.
   * @param artist stands in for a missing author
   */
  put(content: Sorted, artist: string | null): void {
    this.remove(content.number);
    this.#put.run(keysOf(content, artist));
  }

  remove(number: number): void {
    this.#remove.run(number);
  }
}

function keysOf({ number, title, name, authors, size }: Sorted, artist: string | null): Keys {
  const byTitle = sortKey(title || name);
  const byAuthor = sortKey(authors[0] ?? artist ?? '');
  // Contents of one author are in the order of their titles.
  return { number, title: byTitle, author: byAuthor === '' ? '' : `${byAuthor}\0${byTitle}`, size };
}
