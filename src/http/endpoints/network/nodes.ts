import { getNetworkNodes, type KnownNode } from '../../../contract/endpoints/network.ts';
import { defineEndpoint } from '../../endpoint.ts';

/** 18. The public nodes that this node has verified. */
export const getNetworkNodesEndpoint = (peers: { knownNodes(): KnownNode[] }) =>
  defineEndpoint({
    contract: getNetworkNodes,
    limit: 'requests',
    handle: () => ({ status: 200, body: { nodes: peers.knownNodes() } }),
  });
