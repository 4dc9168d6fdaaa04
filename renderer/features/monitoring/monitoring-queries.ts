import { getOverview } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';

export const useOverview = () => useDashboardQuery(['overview'], getOverview, {});

const loopback = ['127.0.0.1', '[::1]', 'localhost'];

/** Returns whether nothing outside of this computer can reach the files of this node; undefined while that is loading. */
export function useIsOnlyHere(): boolean | undefined {
  const node = useOverview().data?.node;
  return (
    node &&
    node.node_type === 'private' &&
    node.public_host === null &&
    loopback.includes(new URL(node.node_url).hostname)
  );
}
