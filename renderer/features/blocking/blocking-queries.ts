import { useQuery } from '@tanstack/react-query';
import { getBlocked } from '../../../src/contract/dashboard-api/content.ts';
import { useNode } from '../../lib/api/node-context.tsx';

export function useBlocked() {
  const node = useNode();
  return useQuery({
    queryKey: ['blocked'],
    queryFn: async ({ signal }) => (await node.call(getBlocked, {}, { signal })).blocked,
  });
}
