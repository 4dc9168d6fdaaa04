import { getChainCheck } from '../../../../contract/dashboard-api/administration/chain-check.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { ChainCheckApi } from './chain-check-api.ts';

/** Returns the last check of a network. */
export const getChainCheckEndpoint = (api: ChainCheckApi) =>
  jsonEndpoint(getChainCheck, () => ({ check: api.current }));
