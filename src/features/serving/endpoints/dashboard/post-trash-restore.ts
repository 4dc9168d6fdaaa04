import { postTrashRestore } from '../../../../contract/dashboard-api/library/trash.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { Trash } from '../../../content/index.ts';
import { forEachContent } from '../../content-batch.ts';

/** Restores contents from the trash. */
export const postTrashRestoreEndpoint = (trash: Pick<Trash, 'restore'>) =>
  jsonEndpoint(postTrashRestore, ({ body }) =>
    forEachContent(body.content_ids, (sha256) => trash.restore(sha256)),
  );
