import { getContentCounts } from '../../../src/contract/dashboard-api/content.ts';
import { getTrashedCollections } from '../../../src/contract/dashboard-api/library/trash.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';
import type { PageName } from '../../lib/paths.ts';

/** Returns the number of files behind each tab of the library; that of the trash counts deleted collections, too. */
export function useLibraryCounts(enabled: boolean): Partial<Record<PageName, number>> {
  const { data: files } = useDashboardQuery(['content', 'counts'], getContentCounts, {}, { enabled });
  const { data: trashed } = useDashboardQuery(
    ['collections', 'trash', 'count'],
    getTrashedCollections,
    { query: { limit: 1 } },
    { enabled },
  );
  if (!files || !trashed) return {};
  return { library: files.all, ...files.kinds, trash: files.trash + trashed.total };
}
