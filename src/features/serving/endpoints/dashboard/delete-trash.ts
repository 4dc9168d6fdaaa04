import { deleteTrash } from '../../../../contract/dashboard-api/library/trash.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { Trash } from '../../../content/index.ts';

/** Deletes everything in the trash for ever. */
export const deleteTrashEndpoint = (trash: Pick<Trash, 'empty'>) =>
  jsonEndpoint(deleteTrash, async () => ({ purged: await trash.empty() }));
