import { postBlocked } from '../../../../contract/dashboard-api/content.ts';
import { defineEndpoint, jsonBody } from '../../../../platform/http/endpoint/endpoint.ts';
import type { BlockService } from '../../block-service.ts';

/** Blocks a content. */
export const postBlockedEndpoint = (blocks: BlockService) =>
  defineEndpoint({
    contract: postBlocked,
    limit: 'requests',
    body: jsonBody,
    handle: async ({ body }) => ({ status: 201, body: await blocks.block(body) }),
  });
