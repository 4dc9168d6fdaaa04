import { postStorageMove } from '../../../../contract/dashboard-api/storage.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { StorageAdmin } from '../../storage-admin.ts';

/** Starts to move all stored files to another folder. */
export const postStorageMoveEndpoint = ({ service, moveTo }: StorageAdmin) =>
  jsonEndpoint(postStorageMove, async ({ body }) => {
    await moveTo(body.to);
    return await service.state();
  });
