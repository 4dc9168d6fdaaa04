import * as contracts from '../../../contract/endpoints/local-blocked.ts';
import { defineEndpoint, type Endpoint, jsonBody } from '../../../platform/http/endpoint/endpoint.ts';

/** What the person who runs the node may block; the same as the commands do. */
export interface BlockDesk {
  block(request: { content_id: string; reason: string }): Promise<contracts.BlockedContent>;
  unblock(contentId: string): { unblocked: boolean };
  listBlocked(): { blocked: contracts.BlockedContent[] };
}

const common = { limit: 'requests' } as const;

/** Blocks from the dashboard. */
export const blockedEndpoints = (desk: BlockDesk): Endpoint[] => [
  defineEndpoint({
    ...common,
    contract: contracts.getBlocked,
    handle: () => ({ status: 200, body: desk.listBlocked() }),
  }),
  defineEndpoint({
    ...common,
    contract: contracts.postBlocked,
    body: jsonBody,
    handle: async ({ body }) => ({ status: 201, body: await desk.block(body) }),
  }),
  defineEndpoint({
    ...common,
    contract: contracts.deleteBlocked,
    handle: ({ params }) => ({ status: 200, body: desk.unblock(params.id) }),
  }),
];
