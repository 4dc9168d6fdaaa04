import { getOverview } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { useNodeQuery } from '../../lib/api/use-node-query.ts';

export const useOverview = () => useNodeQuery(['overview'], getOverview, {});
