import { getChain } from '../../../../contract/dashboard-api/chain.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { ChainApi } from './chain-api.ts';

/** Returns the state of the chain and the wallets. */
export const getChainEndpoint = (api: ChainApi) =>
  defineEndpoint({
    contract: getChain,
    limit: 'requests',
    handle: async () => ({ status: 200, body: await api.state() }),
  });
