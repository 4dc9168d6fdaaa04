import { getStorageState } from '../../../../contract/dashboard-api/storage.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { StorageAdmin } from '../../storage-admin.ts';

/** Returns what is stored, and how the disk is. */
export const getStorageStateEndpoint = ({ service }: Pick<StorageAdmin, 'service'>) =>
  defineEndpoint({
    contract: getStorageState,
    limit: 'requests',
    handle: async () => ({ status: 200, body: await service.state() }),
  });
