import {
  deleteWatchedFolder,
  getWatchedFolders,
  patchWatchedFolder,
  postFolderScan,
  postWatchedFolder,
  type WatchedFolder,
  type WatchMode,
} from '../../../src/contract/dashboard-api/library/watched-folders.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';

type Id = Pick<WatchedFolder, 'id'>;

export const useWatchedFolders = () => useDashboardQuery(['watched_folders'], getWatchedFolders, {});

export const useWatchFolder = () =>
  useChange('watched_folders', (node, body: { selection_id: string; mode: WatchMode }) =>
    node.call(postWatchedFolder, { body }),
  );

export const useEditFolder = ({ id }: Id) =>
  useChange('watched_folders', (node, body: { paused?: boolean; mode?: WatchMode }) =>
    node.call(patchWatchedFolder, { params: { id }, body }),
  );

/** Scans a folder now. @param acceptsRemovals also moves files to the trash that vanished together */
export const useScanFolder = ({ id }: Id, acceptsRemovals: boolean) =>
  useChange('watched_folders', (node, _input: undefined) =>
    node.call(postFolderScan, { params: { id }, body: { accept_removals: acceptsRemovals } }),
  );

export const useRemoveFolder = ({ id }: Id) =>
  useChange('watched_folders', (node, _input: undefined) =>
    node.call(deleteWatchedFolder, { params: { id } }),
  );
