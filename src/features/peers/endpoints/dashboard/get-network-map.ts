import { getNetworkMap } from '../../../../contract/dashboard-api/peers.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PeerService } from '../../peer-service.ts';

/** Returns which peers named which. */
export const getNetworkMapEndpoint = (peers: Pick<PeerService, 'map'>) =>
  jsonEndpoint(getNetworkMap, () => peers.map());
