import { deleteStorageMove } from '../../../../contract/dashboard-api/storage.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { StorageAdmin } from '../../storage-admin.ts';

/** Reverses a move of all stored files. */
export const deleteStorageMoveEndpoint = ({ service, cancelMove }: StorageAdmin) =>
  jsonEndpoint(deleteStorageMove, async () => {
    await cancelMove();
    return await service.state();
  });
