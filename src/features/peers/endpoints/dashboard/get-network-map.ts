import { getNetworkMap } from '../../../../contract/dashboard-api/peers.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PeerService } from '../../peer-service.ts';

/** Returns which peers named which. */
export const getNetworkMapEndpoint = (peers: Pick<PeerService, 'map'>) =>
  defineEndpoint({
    contract: getNetworkMap,
    limit: 'requests',
    handle: () => ({ status: 200, body: peers.map() }),
  });
