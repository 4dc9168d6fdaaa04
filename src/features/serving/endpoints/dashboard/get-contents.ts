import { getContents } from '../../../../contract/dashboard-api/content.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { ContentService } from '../../../content/index.ts';
import type { LocalContentResponses } from '../../local-content-responses.ts';

/** Lists all contents, published or not. */
export const getContentsEndpoint = (
  service: Pick<ContentService, 'page'>,
  responses: LocalContentResponses,
) =>
  jsonEndpoint(getContents, ({ query }) => {
    const { items, nextCursor, topCursor, total } = service.page(query);
    return {
      items: responses.contents(items),
      next_cursor: nextCursor,
      top_cursor: topCursor,
      total,
    };
  });
