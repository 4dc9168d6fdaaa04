import { getBlocked } from '../../../../contract/dashboard-api/content.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { BlockService } from '../../block-service.ts';

/** Lists blocked contents. */
export const getBlockedEndpoint = (blocks: BlockService) =>
  defineEndpoint({
    contract: getBlocked,
    limit: 'requests',
    handle: () => ({ status: 200, body: blocks.listBlocked() }),
  });
