import type { WatchedFoldersService } from '../../features/watched-folders/index.ts';
import type { Control } from './control-server.ts';

export type FolderCommand = 'listFolders' | 'previewFolder' | 'watchFolder' | 'removeFolder' | 'moveStorage';

/** Creates the commands about folders; unlike the dashboard, they name folders by their paths. */
export const controlFolders = (
  folders: WatchedFoldersService,
  moveTo: (folder: string) => Promise<void>,
): Pick<Control, FolderCommand> => ({
  listFolders: () => ({ folders: folders.list() }),
  previewFolder: async ({ path }) => folders.previewOf(await folders.selections.check(path)),
  watchFolder: async ({ path, mode }) => folders.watch(await folders.selections.check(path), mode),
  removeFolder: async (id) => {
    await folders.remove(id);
    return { removed: true };
  },
  moveStorage: async ({ path }) => {
    await moveTo(path);
    return { folder: path };
  },
});
