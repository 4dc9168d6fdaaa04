import { postStorageMove } from '../../../../contract/dashboard-api/storage.ts';
import { defineEndpoint, jsonBody } from '../../../../platform/http/endpoint/endpoint.ts';
import type { StorageAdmin } from '../../storage-admin.ts';

/** Starts to move everything stored to another folder. */
export const postStorageMoveEndpoint = ({ service, moveTo }: StorageAdmin) =>
  defineEndpoint({
    contract: postStorageMove,
    limit: 'requests',
    body: jsonBody,
    handle: async ({ body }) => {
      await moveTo(body.folder);
      return { status: 200, body: await service.state() };
    },
  });
