import { postPeer } from '../../../../contract/dashboard-api/peers.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PeerService } from '../../peer-service.ts';

/** Adds a peer and shakes hands with it. */
export const postPeerEndpoint = (peers: Pick<PeerService, 'add'>) =>
  jsonEndpoint(postPeer, ({ body }) => peers.add(body.url));
