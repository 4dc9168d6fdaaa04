import { getMarketItem } from '../../../../contract/dashboard-api/market.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { MarketApi } from './market-api.ts';

/** Returns one content on the chain. */
export const getMarketItemEndpoint = (api: MarketApi) =>
  jsonEndpoint(getMarketItem, ({ params }) => api.marketItem(params.address));
