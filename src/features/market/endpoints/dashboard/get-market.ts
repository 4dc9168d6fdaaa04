import { getMarket } from '../../../../contract/dashboard-api/market.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { MarketApi } from './market-api.ts';

/** Returns a page of the contents on the chain. */
export const getMarketEndpoint = (api: MarketApi) =>
  defineEndpoint({
    contract: getMarket,
    limit: 'requests',
    handle: ({ query }) => ({ status: 200, body: api.market(query) }),
  });
