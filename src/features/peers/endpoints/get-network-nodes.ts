import { getNetworkNodes } from '../../../contract/node-api/peers.ts';
import { sendJsonText } from '../../../platform/http/endpoint/adapter.ts';
import { defineEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { KnownNodeList } from '../handshake/known-node-list.ts';

/** Lists the public nodes that this node has verified. */
export const getNetworkNodesEndpoint = (peers: { knownNodes(): KnownNodeList }) =>
  defineEndpoint({
    contract: getNetworkNodes,
    handle: (_input, { response }) => {
      sendJsonText(response, 200, `{"nodes":${peers.knownNodes().text}}`);
      return 'sent';
    },
  });
