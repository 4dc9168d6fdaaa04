import { getSales } from '../../../../contract/dashboard-api/market.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { MarketApi } from './market-api.ts';

/** Returns a page of the payments to the own wallets. */
export const getSalesEndpoint = (api: MarketApi) => jsonEndpoint(getSales, ({ query }) => api.sales(query));
