import type { CallInput } from '@alcove/client';
import { getMarket, getMarketItem, type MarketItem } from '../../../src/contract/dashboard-api/market.ts';
import { useDashboardClient } from '../../lib/api/dashboard-client-context.tsx';
import { pieceAt } from '../../lib/api/list-place.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';
import { pieceOf } from '../../ui/lists/virtual/list-piece.ts';
import { useLongList } from '../../ui/lists/virtual/use-long-list.ts';

/** The filters of the market; amounts in nanograms, both inclusive. */
export type MarketSearch = Omit<
  NonNullable<CallInput<typeof getMarket>['query']>,
  'cursor' | 'limit' | 'skip'
>;

/** Returns the matching items that are for sale. */
export function useMarket(search: MarketSearch) {
  const node = useDashboardClient();
  const { sort: _, ...filter } = search;
  const isNarrowed = Object.values(filter).some((value) => value !== '' && value !== 'all');
  return useLongList(['market', 'list', search], async (place, signal) => {
    const page = await node.call(getMarket, { query: { ...search, ...pieceAt(place) } }, { signal });
    return pieceOf(page.items, page, isNarrowed);
  });
}

/** Number of items in a row above the list. */
const rowLength = 12;

/** Returns the newest items: of all sellers and authors, or of followed ones. */
export function useNewestItems(whose: 'all' | 'followed'): readonly MarketItem[] {
  const query = { whose, limit: rowLength };
  return useDashboardQuery(['market', 'newest', whose], getMarket, { query }).data?.items ?? [];
}

export const useMarketItem = (address: string) =>
  useDashboardQuery(['market', 'one', address], getMarketItem, { params: { address } });
