import { postFolderScan } from '../../../../contract/dashboard-api/library/watched-folders.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { WatchedFoldersService } from '../../watched-folders-service.ts';

/** Scans a watched folder now. */
export const postFolderScanEndpoint = (folders: Pick<WatchedFoldersService, 'scan'>) =>
  jsonEndpoint(postFolderScan, ({ params, body }) => folders.scan(params.id, body.accept_removals));
