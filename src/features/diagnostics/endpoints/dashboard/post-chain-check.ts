import { postChainCheck } from '../../../../contract/dashboard-api/administration/chain-check.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { ChainCheckApi } from './chain-check-api.ts';

/** Begins a check of a network. */
export const postChainCheckEndpoint = (api: ChainCheckApi) =>
  jsonEndpoint(postChainCheck, async ({ body }) => ({ check: await api.start(body) }));
