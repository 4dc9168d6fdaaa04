import { postPeerKey } from '../../../../contract/dashboard-api/peers.ts';
import { defineEndpoint, jsonBody } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PeerService } from '../../peer-service.ts';

/** Pins the new key of a peer. */
export const postPeerKeyEndpoint = (peers: Pick<PeerService, 'acceptKey'>) =>
  defineEndpoint({
    contract: postPeerKey,
    limit: 'requests',
    body: jsonBody,
    handle: async ({ body }) => ({ status: 200, body: await peers.acceptKey(body.host, body.public_key) }),
  });
