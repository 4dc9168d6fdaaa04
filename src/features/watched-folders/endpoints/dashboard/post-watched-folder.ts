import { postWatchedFolder } from '../../../../contract/dashboard-api/library/watched-folders.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { WatchedFoldersService } from '../../watched-folders-service.ts';

/** Watches a folder that the user selected. */
export const postWatchedFolderEndpoint = (folders: Pick<WatchedFoldersService, 'add'>) =>
  jsonEndpoint(postWatchedFolder, ({ body }) => folders.add(body.selection_id, body.mode));
