import type { Catalogue } from '../../../content/catalogue.ts';
import { contentIdFormat, parseContentId } from '../../../content/content-id.ts';
import { getDecodeContentId } from '../../../contract/endpoints/storage.ts';
import { defineEndpoint } from '../../endpoint.ts';

/** 11. What a content id says, and whether its content is stored here. */
export const getDecodeContentIdEndpoint = (catalogue: Pick<Catalogue, 'find'>) =>
  defineEndpoint({
    contract: getDecodeContentId,
    limit: 'requests',
    handle: ({ params }) => {
      const id = parseContentId(params.id);
      const content = catalogue.find(id.sha256);
      return {
        status: 200,
        body: {
          content_id: id.toString(),
          content_sha256: id.sha256.toString('hex'),
          ...contentIdFormat,
          stored: content !== undefined,
          ...(content ? { size: content.size, content_type: content.contentType } : {}),
        },
      };
    },
  });
