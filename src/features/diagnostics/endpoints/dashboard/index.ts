import type { Endpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { ChainCheckApi } from './chain-check-api.ts';
import { deleteChainCheckEndpoint } from './delete-chain-check.ts';
import { getChainCheckEndpoint } from './get-chain-check.ts';
import { postChainCheckEndpoint } from './post-chain-check.ts';

/** Lists the dashboard’s endpoints for the check of a network. */
export const chainCheckEndpoints = (api: ChainCheckApi): Endpoint[] => [
  getChainCheckEndpoint(api),
  postChainCheckEndpoint(api),
  deleteChainCheckEndpoint(api),
];
