import type { Endpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PeerService } from '../../peer-service.ts';
import { deletePeerEndpoint } from './delete-peers.ts';
import { getNetworkMapEndpoint } from './get-network-map.ts';
import { getPeersEndpoint } from './get-peers.ts';
import { getPeerHistoryEndpoint } from './get-peers-history.ts';
import { postPeerEndpoint } from './post-peers.ts';
import { postPeerKeyEndpoint } from './post-peers-accept-key.ts';
import { postPeerRetryEndpoint } from './post-peers-retry.ts';

/** Lists the dashboard's endpoints about peers. */
export const peerEndpoints = (peers: PeerService): Endpoint[] => [
  getPeersEndpoint(peers),
  getPeerHistoryEndpoint(peers),
  getNetworkMapEndpoint(peers),
  postPeerEndpoint(peers),
  postPeerRetryEndpoint(peers),
  postPeerKeyEndpoint(peers),
  deletePeerEndpoint(peers),
];
