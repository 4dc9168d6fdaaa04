import { deleteChainCheck } from '../../../../contract/dashboard-api/administration/chain-check.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { ChainCheckApi } from './chain-check-api.ts';

/** Cancels a check of a network. */
export const deleteChainCheckEndpoint = (api: ChainCheckApi) =>
  jsonEndpoint(deleteChainCheck, () => api.cancel());
