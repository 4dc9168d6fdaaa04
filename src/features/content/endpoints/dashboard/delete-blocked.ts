import { deleteBlocked } from '../../../../contract/dashboard-api/content.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { BlockService } from '../../block-service.ts';

/** Unblocks a content. */
export const deleteBlockedEndpoint = (blocks: BlockService) =>
  jsonEndpoint(deleteBlocked, ({ params }) => blocks.unblock(params.id));
