import { postFolderPreview } from '../../../../contract/dashboard-api/library/watched-folders.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { WatchedFoldersService } from '../../watched-folders-service.ts';

/** Scans a folder that the user selected; nothing is added. */
export const postFolderPreviewEndpoint = (folders: Pick<WatchedFoldersService, 'preview'>) =>
  jsonEndpoint(postFolderPreview, ({ body }) => folders.preview(body.selection_id));
