import type { Endpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { WatchedFoldersService } from '../../watched-folders-service.ts';
import { deleteWatchedFolderEndpoint } from './delete-watched-folder.ts';
import { getWatchedFoldersEndpoint } from './get-watched-folders.ts';
import { patchWatchedFolderEndpoint } from './patch-watched-folder.ts';
import { postFolderPreviewEndpoint } from './post-folder-preview.ts';
import { postFolderScanEndpoint } from './post-folder-scan.ts';
import { postWatchedFolderEndpoint } from './post-watched-folder.ts';

/** Lists the dashboard's endpoints about watched folders. */
export const watchedFolderEndpoints = (folders: WatchedFoldersService): Endpoint[] => [
  getWatchedFoldersEndpoint(folders),
  postFolderPreviewEndpoint(folders),
  postWatchedFolderEndpoint(folders),
  patchWatchedFolderEndpoint(folders),
  postFolderScanEndpoint(folders),
  deleteWatchedFolderEndpoint(folders),
];
