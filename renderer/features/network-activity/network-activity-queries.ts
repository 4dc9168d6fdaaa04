import { useQuery } from '@tanstack/react-query';
import { getSync } from '../../../src/contract/dashboard-api/discovery.ts';
import { useNode } from '../../lib/api/node-context.tsx';

/** Returns the state of discovery and the reasons of a pause. */
export function useSync() {
  const node = useNode();
  return useQuery({
    queryKey: ['index', 'sync'],
    queryFn: ({ signal }) => node.call(getSync, {}, { signal }),
  });
}
