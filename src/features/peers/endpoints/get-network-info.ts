import { getNetworkInfo, type NodeInfo } from '../../../contract/node-api/peers.ts';
import { defineEndpoint } from '../../../platform/http/endpoint/endpoint.ts';

/** Describes this node. */
export const getNetworkInfoEndpoint = (describe: () => NodeInfo) =>
  defineEndpoint({
    contract: getNetworkInfo,
    limit: 'requests',
    handle: () => ({ status: 200, body: describe() }),
  });
