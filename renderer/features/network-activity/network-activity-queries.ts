import { getSync } from '../../../src/contract/dashboard-api/discovery.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';

/** Returns the state of discovery and the reasons of a pause. */
export const useSync = () => useDashboardQuery(['index', 'sync'], getSync, {});
