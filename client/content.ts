import { getContentList } from '../src/contract/node-api/content.ts';
import { getContentViewByPath } from '../src/contract/node-api/serving.ts';
import type { Caller, CallInput, CallOutput } from './call.ts';

type Query = NonNullable<CallInput<typeof getContentList>['query']>;
export type ContentPage = CallOutput<typeof getContentList>;
export type ContentItem = ContentPage['items'][number];

/** What one asks for; where to go on is for the iterator to know. */
export type ContentFilter = Omit<Query, 'cursor' | 'since' | 'limit'>;

export interface ContentCalls {
  /** One page. */
  page(query?: Query, signal?: AbortSignal): Promise<ContentPage>;
  /** Everything that matches, newest first, asked for page by page as it is read. */
  list(filter?: ContentFilter, signal?: AbortSignal): AsyncGenerator<ContentItem>;
  /**
   * Pages of what changed after a cursor, oldest first, until there is no more. Keep `next_cursor` of the
   * last page for the next time.
   * @param since empty: from the beginning
   */
  changes(since?: string, signal?: AbortSignal): AsyncGenerator<ContentPage>;
  /** @param id a content id in any spelling, or the address of a content on the chain */
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
        const answer = await page({ ...filter, limit: pageSize, ...(cursor && { cursor }) }, signal);
        yield* answer.items;
        cursor = answer.next_cursor;
      } while (cursor !== null);
    },
    async *changes(since = '', signal) {
      let cursor: string | null = since;
      while (cursor !== null) {
        const answer: ContentPage = await page({ since: cursor, limit: pageSize }, signal);
        if (answer.items.length === 0) return;
        yield answer;
        cursor = answer.next_cursor;
      }
    },
    view: (id, signal) => caller.call(getContentViewByPath, { params: { id } }, { signal }),
  };
}
