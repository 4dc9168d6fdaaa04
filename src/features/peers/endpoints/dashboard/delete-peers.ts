import { deletePeer } from '../../../../contract/dashboard-api/peers.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PeerService } from '../../peer-service.ts';

/** Removes a peer and its pinned key. */
export const deletePeerEndpoint = (peers: Pick<PeerService, 'remove'>) =>
  jsonEndpoint(deletePeer, ({ query }) => peers.remove(query.host));
