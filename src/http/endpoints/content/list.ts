import type { ContentList } from '../../../content/content-list.ts';
import type { RecordDocuments } from '../../../content/record-documents.ts';
import { getContentList } from '../../../contract/endpoints/content.ts';
import { defineEndpoint } from '../../endpoint.ts';

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
