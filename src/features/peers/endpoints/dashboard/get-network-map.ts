import { getNetworkMap } from '../../../../contract/dashboard-api/peers.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PeerService } from '../../peer-service.ts';

/** Returns, for each peer, the peers that it named. */
export const getNetworkMapEndpoint = (peers: Pick<PeerService, 'map'>) =>
  jsonEndpoint(getNetworkMap, () => peers.map());
