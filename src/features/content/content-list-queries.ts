import type { ContentListQuery } from '../../contract/node-api/content.ts';
import { invalidCursor } from '../../core/lists/cursors.ts';
import { requireTonAddress } from '../../core/ton/ton-address.ts';
import type { QueryCache } from '../../platform/sqlite/query-cache.ts';
import type { ContentCursors } from './content-cursors.ts';
import type { ContentFilter } from './repository/content-filter.ts';
import type { ContentListRepository } from './repository/content-list-repository.ts';
import type { ContentRecordRow } from './repository/content-record-repository.ts';

/** A content in a list, or the hash of one that left the list. */
export type ListedContent = { record: ContentRecordRow } | { record: undefined; sha256: Buffer };

export interface ListedContentPage {
  items: ListedContent[];
  nextCursor: string | null;
  /** Number of all matches; searches and filters count up to 250. */
  total: number;
}

/** Lists contents, newest first, or the changes of a list. Pages stay valid until something is written. */
export class ContentListQueries {
  readonly #lists: ContentListRepository;
  readonly #cursors: ContentCursors;
  readonly #usersOf: (wallet: string) => readonly string[];
  readonly #pages: QueryCache<ListedContentPage>;

  /** @param usersOf returns the users who have proven a wallet; the address may have any form */
  constructor(
    lists: ContentListRepository,
    cursors: ContentCursors,
    usersOf: (wallet: string) => readonly string[],
    pages: QueryCache<ListedContentPage>,
  ) {
    this.#lists = lists;
    this.#cursors = cursors;
    this.#usersOf = usersOf;
    this.#pages = pages;
  }

  /**
   * Returns a page of a list.
   * @param viewer the user who reads the list; undefined: only published contents
   * @throws NodeError `invalid_request` for an invalid cursor or address
   */
  page(query: ContentListQuery, viewer: string | undefined): ListedContentPage {
    return this.#pages.get(JSON.stringify([viewer, query]), () => this.#read(query, viewer));
  }

  #read(query: ContentListQuery, viewer: string | undefined): ListedContentPage {
    const filter: ContentFilter = {
      viewer,
      q: query.q,
      owners: query.owner === undefined ? undefined : this.#owners(query.owner),
      author: query.author,
      hashtag: query.hashtag,
      contentType: query.content_type,
    };
    const page = query.since === undefined ? this.#newest(query, filter) : this.#changed(query, filter);
    return { ...page, total: this.#lists.count(filter) };
  }

  #newest({ cursor, limit }: ContentListQuery, filter: ContentFilter): Omit<ListedContentPage, 'total'> {
    const newest = this.#lists.sequence();
    const { began, beforeNumber } =
      cursor === undefined
        ? { began: newest, beforeNumber: Number.MAX_SAFE_INTEGER }
        : this.#cursors.read(cursor, 'query.cursor', newest);
    if (beforeNumber === undefined) throw invalidCursor();
    const records = this.#lists.page(filter, beforeNumber, limit + 1);
    const items = records.slice(0, limit);
    const last = records.length > limit ? items.at(-1) : undefined;
    return {
      items: items.map((record) => ({ record })),
      nextCursor: last ? this.#cursors.write({ began, beforeNumber: last.number }) : null,
    };
  }

  /** Returns a page of changes; `cursor` continues it as `since` does. */
  #changed(
    { cursor, since = '', limit }: ContentListQuery,
    filter: ContentFilter,
  ): Omit<ListedContentPage, 'total'> {
    const newest = this.#lists.sequence();
    const [text, place] = cursor === undefined ? [since, 'query.since'] : [cursor, 'query.cursor'];
    const { began, after = began } =
      text === '' ? { began: newest, after: 0 } : this.#cursors.read(text, place, newest);
    const changes = this.#lists.changes(filter, { after, began }, limit);
    const last = changes.length === limit ? changes.at(-1) : undefined;
    return {
      items: changes.map(({ sha256, record }) => (record ? { record } : { record, sha256 })),
      nextCursor: this.#cursors.write({ began, after: last?.sequence ?? newest }),
    };
  }

  #owners(wallet: string): readonly string[] {
    return this.#usersOf(requireTonAddress(wallet, 'query.owner'));
  }
}
