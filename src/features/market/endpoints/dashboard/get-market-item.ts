import { getMarketItem } from '../../../../contract/dashboard-api/market.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { MarketApi } from './market-api.ts';

/** Returns one content on the chain. */
export const getMarketItemEndpoint = (api: MarketApi) =>
  defineEndpoint({
    contract: getMarketItem,
    limit: 'requests',
    handle: ({ params }) => ({ status: 200, body: api.marketItem(params.address) }),
  });
