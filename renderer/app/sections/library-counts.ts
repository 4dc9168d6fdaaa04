import { getContentCounts } from '../../../src/contract/dashboard-api/content.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';
import type { PageName } from '../../lib/paths.ts';

/** Returns the number of files behind each tab of the library. */
export function useLibraryCounts(isShown: boolean): Partial<Record<PageName, number>> {
  const { data } = useDashboardQuery(['content', 'counts'], getContentCounts, {}, { enabled: isShown });
  return data ? { library: data.all, ...data.kinds, trash: data.trash } : {};
}
