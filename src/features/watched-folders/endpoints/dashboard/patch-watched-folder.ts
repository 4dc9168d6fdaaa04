import { patchWatchedFolder } from '../../../../contract/dashboard-api/library/watched-folders.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { WatchedFoldersService } from '../../watched-folders-service.ts';

/** Pauses or continues a watched folder, or changes its mode. */
export const patchWatchedFolderEndpoint = (folders: Pick<WatchedFoldersService, 'edit'>) =>
  jsonEndpoint(patchWatchedFolder, ({ params, body }) => folders.edit(params.id, body));
