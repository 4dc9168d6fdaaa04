import { deleteStorageCheck } from '../../../../contract/dashboard-api/storage.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { StorageAdmin } from '../../storage-admin.ts';

/** Ends a check that the owner started. */
export const deleteStorageCheckEndpoint = ({ service }: Pick<StorageAdmin, 'service'>) =>
  jsonEndpoint(deleteStorageCheck, () => service.cancelCheck());
