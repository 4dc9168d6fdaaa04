import type { Endpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { PeerService } from '../peer-service.ts';
import { deletePeerEndpoint } from './dashboard/delete-peers.ts';
import { getNetworkMapEndpoint } from './dashboard/get-network-map.ts';
import { getPeersEndpoint } from './dashboard/get-peers.ts';
import { getPeerHistoryEndpoint } from './dashboard/get-peers-history.ts';
import { postPeerEndpoint } from './dashboard/post-peers.ts';
import { postPeerKeyEndpoint } from './dashboard/post-peers-accept-key.ts';
import { postPeerRetryEndpoint } from './dashboard/post-peers-retry.ts';

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
