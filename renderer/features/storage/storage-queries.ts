import { getStorageState, postStorageMove } from '../../../src/contract/dashboard-api/storage.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';

/** Returns usage, damage and the folder of the stored files. */
export const useStorage = () => useDashboardQuery(['storage'], getStorageState, {});

/** Starts a relocation; null moves the files to the data folder. */
export function useMoveStorage() {
  return useChange('storage', (node, folder: string | null) =>
    node.call(postStorageMove, { body: { folder } }),
  );
}
