import { getNetworkInfo, type NodeInfo } from '../../../contract/node-api/peers.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';

/** Describes this node. */
export const getNetworkInfoEndpoint = (describe: () => NodeInfo) =>
  jsonEndpoint(getNetworkInfo, () => describe());
