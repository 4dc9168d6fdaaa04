import { useQuery } from '@tanstack/react-query';
import { getOverview } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { useNode } from '../../lib/api/node-context.tsx';

/** Returns the overview of the node. */
export function useOverview() {
  const node = useNode();
  return useQuery({
    queryKey: ['overview'],
    queryFn: ({ signal }) => node.call(getOverview, {}, { signal }),
  });
}
