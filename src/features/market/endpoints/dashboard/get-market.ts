import { getMarket } from '../../../../contract/dashboard-api/market.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { MarketApi } from './market-api.ts';

/** Returns a page of the contents on the chain. */
export const getMarketEndpoint = (api: MarketApi) =>
  jsonEndpoint(getMarket, ({ query }) => api.market(query));
