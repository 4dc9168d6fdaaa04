import { getItem } from '../../../src/contract/dashboard-api/library/items.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';

export const itemKey = (id: string) => ['item', id];

/** Returns an item. @param id a content id or an address on the chain, current or former */
export const useItem = (id: string) => useDashboardQuery(itemKey(id), getItem, { params: { id } });
