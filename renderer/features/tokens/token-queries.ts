import { useQuery } from '@tanstack/react-query';
import { getTokens } from '../../../src/contract/dashboard-api/auth.ts';
import { useNode } from '../../lib/api/node-context.tsx';

export function useTokens() {
  const node = useNode();
  return useQuery({
    queryKey: ['tokens'],
    queryFn: async ({ signal }) => (await node.call(getTokens, {}, { signal })).tokens,
  });
}
