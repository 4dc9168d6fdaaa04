import { useQuery } from '@tanstack/react-query';
import { getStorageState, postStorageMove } from '../../../src/contract/dashboard-api/storage.ts';
import { useNode } from '../../lib/api/node-context.tsx';
import { useChange } from '../../lib/api/use-change.ts';

/** Who uses the store, whether it is whole, where it lies. */
export function useStorage() {
  const node = useNode();
  return useQuery({
    queryKey: ['storage'],
    queryFn: ({ signal }) => node.call(getStorageState, {}, { signal }),
  });
}

/** Starts to move all stored files; null moves them to the data folder. */
export function useMoveStorage() {
  return useChange('storage', (node, folder: string | null) =>
    node.call(postStorageMove, { body: { folder } }),
  );
}
