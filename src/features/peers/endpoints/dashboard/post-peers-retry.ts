import { postPeerRetry } from '../../../../contract/dashboard-api/peers.ts';
import { defineEndpoint, jsonBody } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PeerService } from '../../peer-service.ts';

/** Shakes hands with a peer now. */
export const postPeerRetryEndpoint = (peers: Pick<PeerService, 'retry'>) =>
  defineEndpoint({
    contract: postPeerRetry,
    limit: 'requests',
    body: jsonBody,
    handle: async ({ body }) => ({ status: 200, body: await peers.retry(body.host) }),
  });
