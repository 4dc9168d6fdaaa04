import { getNode, type NodeStatus } from '../../../contract/node-api/monitoring.ts';
import { defineEndpoint } from '../../../platform/http/endpoint/endpoint.ts';

/** Returns the status of the node. */
export const getNodeEndpoint = (status: () => Promise<NodeStatus>) =>
  defineEndpoint({
    contract: getNode,
    limit: 'requests',
    handle: async () => ({ status: 200, body: await status() }),
  });
