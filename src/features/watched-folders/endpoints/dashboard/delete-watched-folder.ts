import { deleteWatchedFolder } from '../../../../contract/dashboard-api/library/watched-folders.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { WatchedFoldersService } from '../../watched-folders-service.ts';

/** Stops watching a folder; files and collections stay. */
export const deleteWatchedFolderEndpoint = (folders: Pick<WatchedFoldersService, 'remove'>) =>
  jsonEndpoint(deleteWatchedFolder, ({ params }) => folders.remove(params.id));
