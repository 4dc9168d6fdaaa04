import { getBlocked } from '../../../src/contract/dashboard-api/content.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';

export const useBlocked = () =>
  useDashboardQuery(['blocked'], getBlocked, {}, { select: ({ blocked }) => blocked });
