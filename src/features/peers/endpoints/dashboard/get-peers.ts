import { getPeers } from '../../../../contract/dashboard-api/peers.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PeerService } from '../../peer-service.ts';

/** Lists the peers, best first. */
export const getPeersEndpoint = (peers: Pick<PeerService, 'list'>) =>
  jsonEndpoint(getPeers, () => ({ peers: peers.list() }));
