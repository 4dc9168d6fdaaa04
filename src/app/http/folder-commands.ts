import type { WatchedFoldersService } from '../../features/watched-folders/index.ts';
import type { Control } from './control-server.ts';

/** Creates the commands about watched folders; unlike the dashboard, they name folders by their paths. */
export const folderCommands = (
  folders: WatchedFoldersService,
): Pick<Control, 'listFolders' | 'previewFolder' | 'watchFolder' | 'removeFolder'> => ({
  listFolders: () => ({ folders: folders.list() }),
  previewFolder: async ({ path }) => folders.previewOf(await folders.offers.check(path)),
  watchFolder: async ({ path, mode }) => folders.watch(await folders.offers.check(path), mode),
  removeFolder: async (id) => {
    await folders.remove(id);
    return { removed: true };
  },
});
