export { peerEndpoints } from './endpoints/dashboard/index.ts';
export { getNetworkInfoEndpoint } from './endpoints/get-network-info.ts';
export { getNetworkNodesEndpoint } from './endpoints/get-network-nodes.ts';
export { postHandshakeEndpoint } from './endpoints/post-handshake.ts';
export { compareBest, isUsable, type Peer, type PeerDirectory } from './peer.ts';
export { statedContents } from './peer-responses.ts';
export { PeerService } from './peer-service.ts';
export { PeerHistoryRepository } from './repository/peer-history-repository.ts';
export { PeerRepository } from './repository/peer-repository.ts';
