import { getPeers } from '../../../../contract/dashboard-api/peers.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PeerService } from '../../peer-service.ts';

/** Lists the peers, best first. */
export const getPeersEndpoint = (peers: Pick<PeerService, 'list'>) =>
  defineEndpoint({
    contract: getPeers,
    limit: 'requests',
    handle: () => ({ status: 200, body: { peers: peers.list() } }),
  });
