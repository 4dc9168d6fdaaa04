import { deleteBlocked } from '../../../../contract/dashboard-api/content.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { BlockService } from '../../block-service.ts';

/** Unblocks a content. */
export const deleteBlockedEndpoint = (blocks: BlockService) =>
  defineEndpoint({
    contract: deleteBlocked,
    limit: 'requests',
    handle: ({ params }) => ({ status: 200, body: blocks.unblock(params.id) }),
  });
