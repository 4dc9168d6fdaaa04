import type { Endpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { BlockService } from '../../block-service.ts';
import { deleteBlockedEndpoint } from './delete-blocked.ts';
import { getBlockedEndpoint } from './get-blocked.ts';
import { postBlockedEndpoint } from './post-blocked.ts';

export const blockEndpoints = (blocks: BlockService): Endpoint[] => [
  getBlockedEndpoint(blocks),
  postBlockedEndpoint(blocks),
  deleteBlockedEndpoint(blocks),
];
