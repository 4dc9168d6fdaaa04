import { postBlocked } from '../../../../contract/dashboard-api/content.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { BlockService } from '../../block-service.ts';

/** Blocks a content. */
export const postBlockedEndpoint = (blocks: BlockService) =>
  jsonEndpoint(postBlocked, ({ body }) => blocks.block(body));
