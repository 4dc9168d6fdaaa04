import {
  getStorageState,
  type MoveTarget,
  postStorageMove,
} from '../../../src/contract/dashboard-api/storage.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';

/** Returns usage, damage and the folder of the stored files. */
export const useStorage = () => useDashboardQuery(['storage'], getStorageState, {});

/** Starts a relocation, or continues one that failed. */
export function useMoveStorage() {
  return useChange('storage', (node, to: MoveTarget) => node.call(postStorageMove, { body: { to } }));
}
