import { postPeerKey } from '../../../../contract/dashboard-api/peers.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PeerService } from '../../peer-service.ts';

/** Pins the new key of a peer. */
export const postPeerKeyEndpoint = (peers: Pick<PeerService, 'acceptKey'>) =>
  jsonEndpoint(postPeerKey, ({ body }) => peers.acceptKey(body.host, body.public_key));
