import { getContents, type LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import type { ContentSource } from '../../../src/contract/dashboard-api/library/content-lists.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';

/** Number of files among which a row finds its own. */
const searched = 30;

/** Returns the newest files, of all sources or of one. */
export function useNewestFiles(source?: ContentSource) {
  const query = { limit: searched, ...(source && { source }) };
  return useDashboardQuery(['content', 'newest', source ?? 'all'], getContents, { query });
}

/** Returns whether a file is here because the user follows its author. */
export const isFollowed = ({ copy }: LocalContent): boolean => copy?.subscribed === true;
