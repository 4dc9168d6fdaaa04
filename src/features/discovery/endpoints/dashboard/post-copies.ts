import { postCopy } from '../../../../contract/dashboard-api/discovery.ts';
import { parseContentId } from '../../../../core/content-id.ts';
import { defineEndpoint, jsonBody } from '../../../../platform/http/endpoint/endpoint.ts';
import type { CopyFetcher } from '../../copy-fetcher.ts';

/** Starts to fetch a content from other nodes. */
export const postCopyEndpoint = (copies: Pick<CopyFetcher, 'fetch'>) =>
  defineEndpoint({
    contract: postCopy,
    body: jsonBody,
    handle: async ({ body: { content_id, pinned } }) => {
      const { contentId, stored } = await copies.fetch(parseContentId(content_id).sha256, { pinned });
      return { status: stored ? 200 : 202, body: { content_id: contentId, stored } };
    },
  });
