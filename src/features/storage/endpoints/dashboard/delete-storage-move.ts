import { deleteStorageMove } from '../../../../contract/dashboard-api/storage.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { StorageAdmin } from '../../storage-admin.ts';

/** Reverses a move of everything stored. */
export const deleteStorageMoveEndpoint = ({ service, cancelMove }: StorageAdmin) =>
  defineEndpoint({
    contract: deleteStorageMove,
    limit: 'requests',
    handle: async () => {
      await cancelMove();
      return { status: 200, body: await service.state() };
    },
  });
