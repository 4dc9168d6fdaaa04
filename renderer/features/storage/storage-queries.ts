import { useQuery } from '@tanstack/react-query';
import { useNode } from '../../lib/api/node-context.tsx';

/** Who uses the store, whether it is whole, where it lies. */
export function useStorage() {
  const node = useNode();
  return useQuery({ queryKey: ['storage'], queryFn: ({ signal }) => node.storage(signal) });
}
