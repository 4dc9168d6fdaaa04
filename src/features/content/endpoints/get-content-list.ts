import { getContentList } from '../../../contract/node-api/content.ts';
import { defineEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { ContentList } from '../content-list.ts';
import type { RecordDocuments } from '../content-responses.ts';

/** 15. What this node stores and shows. */
export const getContentListEndpoint = (list: ContentList, documents: RecordDocuments) =>
  defineEndpoint({
    contract: getContentList,
    limit: 'requests',
    handle: async ({ query }, { caller, baseUrl }) => {
      const viewer = caller?.user;
      const { items, nextCursor, total } = list.page(query, viewer);
      return {
        status: 200,
        body: { items: await documents.list(items, { viewer, baseUrl }), next_cursor: nextCursor, total },
      };
    },
  });
