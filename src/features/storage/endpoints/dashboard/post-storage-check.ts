import { postStorageCheck } from '../../../../contract/dashboard-api/storage.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { StorageAdmin } from '../../storage-admin.ts';

/** Starts a check of all stored files. */
export const postStorageCheckEndpoint = ({ service }: Pick<StorageAdmin, 'service'>) =>
  jsonEndpoint(postStorageCheck, () => service.beginCheck());
