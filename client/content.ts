import { getContentList } from '../src/contract/node-api/content.ts';
import { getContentViewByPath } from '../src/contract/node-api/serving.ts';
import type { Caller, CallInput, CallOutput } from './call.ts';

type Query = NonNullable<CallInput<typeof getContentList>['query']>;
export type ContentPage = CallOutput<typeof getContentList>;
export type ContentItem = ContentPage['items'][number];

/** The filter of a list, without the pagination of the iterator. */
export type ContentFilter = Omit<Query, 'cursor' | 'since' | 'limit'>;

export interface ContentCalls {
  /** Returns one page. */
  page(query?: Query, signal?: AbortSignal): Promise<ContentPage>;
  /** Yields everything that matches, newest first; pages are requested as they are read. */
  list(filter?: ContentFilter, signal?: AbortSignal): AsyncGenerator<ContentItem>;
  /**
   * Yields the pages of changes after a cursor, oldest first, to the last one. Keep `next_cursor` of the last page for
   * the next call.
   * @param since empty for all changes
   */
  changes(since?: string, signal?: AbortSignal): AsyncGenerator<ContentPage>;
  /** @param id a content id in any encoding, or the address of a content on the chain */
  view(id: string, signal?: AbortSignal): Promise<CallOutput<typeof getContentViewByPath>>;
}

const pageSize = 100;

export function contentCalls(caller: Caller): ContentCalls {
  const page: ContentCalls['page'] = (query = {}, signal) =>
    caller.call(getContentList, { query }, { signal });
  return {
    page,
    async *list(filter = {}, signal) {
      let cursor: string | null | undefined;
      do {
        const response = await page({ ...filter, limit: pageSize, ...(cursor && { cursor }) }, signal);
        yield* response.items;
        cursor = response.next_cursor;
      } while (cursor !== null);
    },
    async *changes(since = '', signal) {
      let cursor: string | null = since;
      while (cursor !== null) {
        const response: ContentPage = await page({ since: cursor, limit: pageSize }, signal);
        if (response.items.length === 0) return;
        yield response;
        cursor = response.next_cursor;
      }
    },
    view: (id, signal) => caller.call(getContentViewByPath, { params: { id } }, { signal }),
  };
}
