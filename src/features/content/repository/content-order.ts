import { sortKey } from '../../../core/lists/sort-key.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import type { ContentRecordRow } from './content-record-repository.ts';

type Sorted = Pick<ContentRecordRow, 'number' | 'title' | 'name' | 'authors' | 'size'>;

/** Keeps the texts by which lists of contents are sorted; the database adds kind, source and length. */
export class ContentOrder {
  readonly #put: Statement<[{ number: number; title: string; author: string; size: number }]>;
  readonly #remove: Statement<[number]>;

  constructor(db: Db) {
    this.#put = db.prepare(
      `INSERT OR REPLACE INTO content_order (number, title, author, size)
       VALUES (@number, @title, @author, @size)`,
    );
    this.#remove = db.prepare('DELETE FROM content_order WHERE number = ?');
  }

  /** @param artist stands in for a missing author */
  put({ number, title, name, authors, size }: Sorted, artist: string | null): void {
    const byTitle = sortKey(title || name);
    const author = authors[0] ?? artist ?? '';
    const byAuthor = sortKey(author);
    this.#put.run({
      number,
      title: byTitle,
      // Contents of one author are in the order of their titles.
      author: byAuthor === '' ? '' : `${byAuthor}\0${byTitle}`,
      size,
    });
  }

  remove(number: number): void {
    this.#remove.run(number);
  }
}
