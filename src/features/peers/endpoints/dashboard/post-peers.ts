import { postPeer } from '../../../../contract/dashboard-api/peers.ts';
import { defineEndpoint, jsonBody } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PeerService } from '../../peer-service.ts';

/** Adds a peer and shakes hands with it. */
export const postPeerEndpoint = (peers: Pick<PeerService, 'add'>) =>
  defineEndpoint({
    contract: postPeer,
    limit: 'requests',
    body: jsonBody,
    handle: async ({ body }) => ({ status: 201, body: await peers.add(body.url) }),
  });
