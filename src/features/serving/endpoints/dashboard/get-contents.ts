import { getContents } from '../../../../contract/dashboard-api/content.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { ContentService } from '../../../content/index.ts';
import type { LocalContentResponses } from '../../local-content-responses.ts';

/** Lists all contents, published or not. */
export const getContentsEndpoint = (
  service: Pick<ContentService, 'page'>,
  responses: LocalContentResponses,
) =>
  defineEndpoint({
    contract: getContents,
    limit: 'requests',
    handle: ({ query }) => {
      const { items, nextCursor, topCursor, total } = service.page(query);
      return {
        status: 200,
        body: {
          items: responses.contents(items),
          next_cursor: nextCursor,
          top_cursor: topCursor,
          total,
        },
      };
    },
  });
