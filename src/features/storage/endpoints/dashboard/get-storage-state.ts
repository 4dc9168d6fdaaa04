import { getStorageState } from '../../../../contract/dashboard-api/storage.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { StorageAdmin } from '../../storage-admin.ts';

/** Returns the state of the store and of its disk. */
export const getStorageStateEndpoint = ({ service }: Pick<StorageAdmin, 'service'>) =>
  jsonEndpoint(getStorageState, () => service.state());
