import { getContentList } from '../../../contract/node-api/content.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { ContentList } from '../content-list.ts';
import type { ContentResponses } from '../content-responses.ts';

/** Lists published contents, and the caller's own. */
export const getContentListEndpoint = (list: ContentList, responses: ContentResponses) =>
  jsonEndpoint(getContentList, async ({ query }, { caller, baseUrl }) => {
    const viewer = caller?.user;
    const { items, nextCursor, total } = list.page(query, viewer);
    return { items: await responses.list(items, { viewer, baseUrl }), next_cursor: nextCursor, total };
  });
