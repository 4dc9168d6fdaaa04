import type { EndpointOutput } from '../../../contract/endpoint.ts';
import { getContentList } from '../../../contract/node-api/content.ts';
import { sendJsonText } from '../../../platform/http/endpoint/adapter.ts';
import { defineEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { ContentListQueries, ListedContentPage } from '../content-list-queries.ts';
import type { ContentResponses } from '../content-responses.ts';

/**
 * Lifetime of a serialised page in milliseconds; the chain and the clock may change its records without a write to the
 * database.
 */
const textLifetimeMs = 250;

type PageBody = EndpointOutput<typeof getContentList>;

/** A serialised page. */
interface PageText {
  text: string;
  baseUrl: string;
  madeAt: number;
}

/** Lists published contents and the caller's own; a page that is requested again within a moment is serialised once. */
export function getContentListEndpoint(list: ContentListQueries, responses: ContentResponses) {
  // A page belongs to one viewer and one query.
  const texts = new WeakMap<ListedContentPage, PageText>();
  const build = async (
    page: ListedContentPage,
    viewer: string | undefined,
    baseUrl: string,
  ): Promise<string> => {
    const madeAt = performance.now();
    const items = await responses.list(page.items, { viewer, baseUrl });
    const body: PageBody = { items, next_cursor: page.nextCursor, total: page.total };
    const text = JSON.stringify(body);
    texts.set(page, { text, baseUrl, madeAt });
    return text;
  };
  return defineEndpoint({
    contract: getContentList,
    handle: ({ query }, { caller, baseUrl, response }) => {
      const viewer = caller?.user;
      const page = list.page(query, viewer);
      const known = texts.get(page);
      if (known?.baseUrl === baseUrl && performance.now() - known.madeAt < textLifetimeMs) {
        sendJsonText(response, 200, known.text);
        return 'sent';
      }
      return build(page, viewer, baseUrl).then((text) => {
        sendJsonText(response, 200, text);
        return 'sent' as const;
      });
    },
  });
}
