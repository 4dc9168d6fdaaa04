import { getNode, type NodeStatus } from '../../../contract/node-api/monitoring.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';

/** Returns the status of the node. */
export const getNodeEndpoint = (status: () => NodeStatus | Promise<NodeStatus>) =>
  jsonEndpoint(getNode, () => status());
