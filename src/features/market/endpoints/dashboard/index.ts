import type { Endpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import { getMarketEndpoint } from './get-market.ts';
import { getMarketItemEndpoint } from './get-market-item.ts';
import { getSalesEndpoint } from './get-sales.ts';
import type { MarketApi } from './market-api.ts';
import { postMarketCoverEndpoint } from './post-market-cover.ts';

/** Lists the dashboard’s endpoints for the market. */
export const marketEndpoints = (api: MarketApi): Endpoint[] => [
  getMarketEndpoint(api),
  getMarketItemEndpoint(api),
  postMarketCoverEndpoint(api),
  getSalesEndpoint(api),
];
