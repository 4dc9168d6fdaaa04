import { LRUCache } from 'lru-cache';
import { maxCounted } from '../../../contract/lists.ts';
import { ownerTerm, publishedTerm } from '../../../core/lists/search-tokens.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { type ContentFilter, delisted, isNarrowed, listed, listedUntouched } from './content-filter.ts';
import {
  type ContentRecordRow,
  fromStoredRecord,
  recordColumns,
  type StoredRecord,
} from './content-record-repository.ts';

/** A change of a content; without a record the content left the list of this viewer. */
export interface ContentChange {
  sequence: number;
  sha256: Buffer;
  record: ContentRecordRow | undefined;
}

/**
 * SQL condition: a viewer, for whom a content left a list, still sees it elsewhere or gets a newer change of it.
 * Parameters: the viewer, and the filter terms by which the viewer sees contents.
 */
const isStillVisible = `(
  EXISTS (SELECT 1 FROM contents AS present WHERE present.sha256 = content_changes.sha256
    AND present.deleted_at IS NULL AND (present.published
    OR EXISTS (SELECT 1 FROM content_holders AS held WHERE held.number = present.number AND user_id = ?)))
  OR EXISTS (SELECT 1 FROM content_changes AS later WHERE later.sha256 = content_changes.sha256
    AND later.sequence > content_changes.sequence
    AND (instr(later.gone || ' ', ? || ' ') OR instr(later.gone || ' ', ? || ' '))))`;

type Rowid = { sequence: number };

/**
 * Reads lists with one index lookup at any depth. FTS5 finds a row by number only when it is bound as an integer;
 * better-sqlite3 binds floating-point values, hence the CAST.
 */
export class ContentListRepository {
  readonly #page: Statement<[string, number, number], StoredRecord>;
  readonly #oldest: Statement<[string], number>;
  readonly #some: Statement<[string], StoredRecord>;
  /** Matches of searches by newest change and revision, so that pages and the total of few matches are one search. */
  readonly #matches = new LRUCache<string, readonly number[]>({ max: 200 });
  readonly #totals: Statement<[string], { published: number; unlisted: number | null }>;
  readonly #sequence: Statement<[], Rowid>;
  readonly #version: Statement<[], string>;
  readonly #untouchedAfter: Statement<[string, number, number], StoredRecord>;
  readonly #changedAfter: Statement<[string, number, number], StoredRecord & Rowid>;
  readonly #delistedAfter: Statement<
    [string, number, string, string, string, number],
    { sequence: number; sha256: Buffer }
  >;

  constructor(db: Db) {
    this.#page = db.prepare(
      `SELECT ${recordColumns} FROM content_search CROSS JOIN contents ON contents.number = content_search.rowid
       WHERE content_search MATCH ? AND content_search.rowid < CAST(? AS INTEGER)
       ORDER BY content_search.rowid DESC LIMIT ?`,
    );
    // Oldest first, because FTS5 takes twice the time in the other direction.
    this.#oldest = db
      .prepare<[string], number>(
        `SELECT rowid FROM content_search WHERE content_search MATCH ? ORDER BY rowid LIMIT ${maxCounted}`,
      )
      .pluck();
    this.#some = db.prepare(
      `SELECT ${recordColumns} FROM json_each(?) CROSS JOIN contents ON contents.number = json_each.value`,
    );
    this.#totals = db.prepare(
      'SELECT published, (SELECT unlisted FROM user_usage WHERE user_id = ?) AS unlisted FROM totals',
    );
    this.#sequence = db.prepare('SELECT sequence FROM totals');
    this.#version = db
      .prepare<[], string>("SELECT sequence || ' ' || revision FROM totals CROSS JOIN content_index")
      .pluck();
    this.#untouchedAfter = db.prepare(
      `SELECT ${recordColumns} FROM content_search CROSS JOIN contents ON contents.number = content_search.rowid
       WHERE content_search MATCH ? AND content_search.rowid > CAST(? AS INTEGER)
       ORDER BY content_search.rowid LIMIT ?`,
    );
    this.#changedAfter = db.prepare(
      `SELECT sequence, ${recordColumns}
       FROM change_search CROSS JOIN content_changes ON content_changes.sequence = change_search.rowid
       CROSS JOIN contents ON contents.number = content_changes.number
       WHERE change_search MATCH ? AND change_search.rowid > CAST(? AS INTEGER)
       ORDER BY change_search.rowid LIMIT ?`,
    );
    this.#delistedAfter = db.prepare(
      `SELECT sequence, sha256
       FROM change_search CROSS JOIN content_changes ON content_changes.sequence = change_search.rowid
       WHERE change_search MATCH ? AND change_search.rowid > CAST(? AS INTEGER)
         AND (gone = '' OR NOT ${isStillVisible})
       ORDER BY change_search.rowid LIMIT ?`,
    );
  }

  /** Returns contents with lower numbers than `beforeNumber`, newest first. */
  page(filter: ContentFilter, beforeNumber: number, limit: number): ContentRecordRow[] {
    const match = listed(filter);
    const known = isNarrowed(filter) ? this.#matchesOf(match) : undefined;
    const rows =
      known && known.length < maxCounted
        ? this.#some.all(JSON.stringify(known.filter((number) => number < beforeNumber).slice(0, limit)))
        : this.#page.all(match, beforeNumber, limit);
    return rows.map(fromStoredRecord);
  }

  /** Counts the contents of the list; for searches and filters up to `maxCounted`. */
  count(filter: ContentFilter): number {
    if (isNarrowed(filter)) return this.#matchesOf(listed(filter)).length;
    const { published = 0, unlisted = null } = this.#totals.get(filter.viewer ?? '') ?? {};
    return published + (unlisted ?? 0);
  }

  /** Returns the number of the newest change. */
  sequence(): number {
    return this.#sequence.get()?.sequence ?? 0;
  }

  /**
   * Returns the changes of a list after `after`, oldest first, only the newest of each content.
   * @param began the newest change when the reader began; contents that left the list before it are omitted, because
   *   the id of an unlisted content gives access to its bytes
   */
  changes(
    filter: ContentFilter,
    { after, began }: { after: number; began: number },
    limit: number,
  ): ContentChange[] {
    const added = this.#untouchedAfter.all(listedUntouched(filter), after, limit).map((row) => ({
      sequence: row.number,
      sha256: row.sha256,
      record: fromStoredRecord(row),
    }));
    const changed = this.#changedAfter
      .all(listed(filter), after, limit)
      .map(({ sequence, ...row }) => ({ sequence, sha256: row.sha256, record: fromStoredRecord(row) }));
    const viewer = filter.viewer ?? '';
    const from = Math.max(after, began);
    const delistedRows = this.#delistedAfter.all(
      delisted(filter),
      from,
      viewer,
      publishedTerm,
      ownerTerm(viewer),
      limit,
    );
    const removals = delistedRows.map((row) => ({ ...row, record: undefined }));
    return [...added, ...changed, ...removals].sort((a, b) => a.sequence - b.sequence).slice(0, limit);
  }

  /** Returns the numbers of all matches, newest first; of `maxCounted` only that there are so many. */
  #matchesOf(match: string): readonly number[] {
    const key = `${this.#version.get()} ${match}`;
    const known = this.#matches.get(key);
    if (known) return known;
    const numbers = this.#oldest.all(match).reverse();
    this.#matches.set(key, numbers);
    return numbers;
  }
}
