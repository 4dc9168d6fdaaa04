import { postMarketCover } from '../../../../contract/dashboard-api/market.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { MarketApi } from './market-api.ts';

/** Fetches the cover of a content on the chain from other nodes. */
export const postMarketCoverEndpoint = (api: MarketApi) =>
  jsonEndpoint(postMarketCover, ({ params }) => {
    api.fetchCover(params.address);
    return { ok: true as const };
  });
