import { postTrashPurge } from '../../../../contract/dashboard-api/library/trash.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { Trash } from '../../../content/index.ts';
import { forEachContent } from '../../content-batch.ts';

/** Deletes contents in the trash for ever. */
export const postTrashPurgeEndpoint = (trash: Pick<Trash, 'purge'>) =>
  jsonEndpoint(postTrashPurge, ({ body }) =>
    forEachContent(body.content_ids, (sha256) => trash.purge(sha256)),
  );
