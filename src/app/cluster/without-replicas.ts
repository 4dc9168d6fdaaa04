import { postPractice } from '../../contract/dashboard-api/administration/practice.ts';
import { postRecovery } from '../../contract/dashboard-api/administration/recovery.ts';
import { getSubscriptions, postSubscription } from '../../contract/dashboard-api/discovery.ts';
import {
  getWatchedFolders,
  postFolderPreview,
  postFolderScan,
  postWatchedFolder,
} from '../../contract/dashboard-api/library/watched-folders.ts';
import {
  deleteStorageCheck,
  postStorageCheck,
  postStorageMove,
} from '../../contract/dashboard-api/storage.ts';
import type { EndpointContract } from '../../contract/endpoint.ts';
import { notOnReplica } from '../../core/node-error.ts';
import type { Endpoint } from '../../platform/http/endpoint/endpoint.ts';

/** What replicas cannot do, because its rows or files belong to one computer; docs/operations/cluster.md lists it. */
const ofOneComputer: ReadonlySet<EndpointContract> = new Set<EndpointContract>([
  deleteStorageCheck,
  getSubscriptions,
  getWatchedFolders,
  postFolderPreview,
  postFolderScan,
  postPractice,
  postRecovery,
  postStorageCheck,
  postStorageMove,
  postSubscription,
  postWatchedFolder,
]);

const refuse = () => Promise.reject(notOnReplica());

/** Returns the endpoints of a replica, of which some refuse every call. */
export const withoutReplicas = (endpoints: readonly Endpoint[]): Endpoint[] =>
  endpoints.map((endpoint) =>
    ofOneComputer.has(endpoint.contract) ? { ...endpoint, handle: refuse } : endpoint,
  );

/** The commands that a replica refuses. */
export const commandsWithoutReplicas = {
  previewFolder: refuse,
  watchFolder: refuse,
  moveStorage: refuse,
  makeRecovery: refuse,
};
