import { getOverview } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';

export const useOverview = () => useDashboardQuery(['overview'], getOverview, {});
