import { getWatchedFolders } from '../../../../contract/dashboard-api/library/watched-folders.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { WatchedFoldersService } from '../../watched-folders-service.ts';

/** Lists the watched folders. */
export const getWatchedFoldersEndpoint = (folders: Pick<WatchedFoldersService, 'list'>) =>
  jsonEndpoint(getWatchedFolders, () => ({ folders: folders.list() }));
