import type {
  MarketItem,
  MarketPage,
  MarketQuery,
  SalePage,
} from '../../../../contract/dashboard-api/market.ts';

/** Operations of the dashboard on the contents of the chain. */
export interface MarketApi {
  market(query: MarketQuery): MarketPage;
  /** @param address in any form @throws NodeError `content_not_found` */
  marketItem(address: string): MarketItem;
  /** Starts to fetch a missing cover. @param address in any form @throws NodeError `content_not_found` */
  fetchCover(address: string): void;
  sales(query: { cursor?: string | undefined; limit: number }): SalePage;
}
