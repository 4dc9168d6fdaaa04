import { useQuery } from '@tanstack/react-query';
import { getStorageState, postStorageMove } from '../../../src/contract/dashboard-api/storage.ts';
import { useNode } from '../../lib/api/node-context.tsx';
import { useChange } from '../../lib/api/use-change.ts';

/** Returns usage, damage and the folder of the stored files. */
export function useStorage() {
  const node = useNode();
  return useQuery({
    queryKey: ['storage'],
    queryFn: ({ signal }) => node.call(getStorageState, {}, { signal }),
  });
}

/** Starts a relocation; null moves the files to the data folder. */
export function useMoveStorage() {
  return useChange('storage', (node, folder: string | null) =>
    node.call(postStorageMove, { body: { folder } }),
  );
}
