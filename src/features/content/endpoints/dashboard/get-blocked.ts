import { getBlocked } from '../../../../contract/dashboard-api/content.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { BlockService } from '../../block-service.ts';

/** Lists blocked contents. */
export const getBlockedEndpoint = (blocks: BlockService) =>
  jsonEndpoint(getBlocked, () => blocks.listBlocked());
