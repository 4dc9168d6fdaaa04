import {
  type BlockedContent,
  deleteBlocked,
  getBlocked,
  postBlocked,
} from '../../../contract/dashboard-api/content.ts';
import { defineEndpoint, type Endpoint, jsonBody } from '../../../platform/http/endpoint/endpoint.ts';

/** What the person who runs the node may block; the same as the commands do. */
export interface BlockDesk {
  block(request: { content_id: string; reason: string }): Promise<BlockedContent>;
  unblock(contentId: string): { unblocked: boolean };
  listBlocked(): { blocked: BlockedContent[] };
}

const common = { limit: 'requests' } as const;

/** Blocks from the dashboard. */
export const blockedEndpoints = (desk: BlockDesk): Endpoint[] => [
  defineEndpoint({
    ...common,
    contract: getBlocked,
    handle: () => ({ status: 200, body: desk.listBlocked() }),
  }),
  defineEndpoint({
    ...common,
    contract: postBlocked,
    body: jsonBody,
    handle: async ({ body }) => ({ status: 201, body: await desk.block(body) }),
  }),
  defineEndpoint({
    ...common,
    contract: deleteBlocked,
    handle: ({ params }) => ({ status: 200, body: desk.unblock(params.id) }),
  }),
];
