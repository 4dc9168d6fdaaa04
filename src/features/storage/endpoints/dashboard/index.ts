import type { Endpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { StorageAdmin } from '../../storage-admin.ts';
import { deleteStorageCheckEndpoint } from './delete-storage-check.ts';
import { deleteStorageMoveEndpoint } from './delete-storage-move.ts';
import { getStorageStateEndpoint } from './get-storage-state.ts';
import { postStorageCheckEndpoint } from './post-storage-check.ts';
import { postStorageMoveEndpoint } from './post-storage-move.ts';

export const storageEndpoints = (admin: StorageAdmin): Endpoint[] => [
  getStorageStateEndpoint(admin),
  postStorageCheckEndpoint(admin),
  deleteStorageCheckEndpoint(admin),
  postStorageMoveEndpoint(admin),
  deleteStorageMoveEndpoint(admin),
];
