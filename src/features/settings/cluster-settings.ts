import type { ConstantMessageId } from '../../contract/messages/message.ts';
import type { Settings, SettingsInput } from '../../contract/settings.ts';
import { SettingsError } from '../../core/settings.ts';
import { loadBucket } from '../../platform/blobs/s3/bucket-file.ts';
import { type ClusterFile, loadCluster } from '../../platform/postgres/cluster-file.ts';

/** What replicas need of the computer's settings, and what they cannot do yet; docs/operations/cluster.md explains it. */
const requirements: readonly (readonly [
  problem: ConstantMessageId,
  isMet: (settings: Settings) => boolean,
])[] = [
  ['startup.clusterNeedsPublic', ({ node }) => node.type === 'public'],
  ['startup.clusterNeedsBucket', ({ storage }) => storage.s3_file !== undefined],
  ['startup.clusterHasNoFolder', ({ storage }) => storage.folder == null],
  ['startup.clusterHasNoPractice', ({ network }) => !network.practice],
];

/** Whether the chain would run inside a replica, where the others cannot follow it. */
export const isChainInside = ({
  network,
  endpoint,
  endpoints = [],
}: NonNullable<SettingsInput['chain']>): boolean =>
  network === 'embedded' && endpoint === undefined && endpoints.length === 0;

/**
 * Returns the cluster whose replica a node with these settings is; undefined for a node without replicas.
 * @throws SettingsError also for other settings that a replica cannot have
 */
export function clusterOf(settings: Settings): ClusterFile | undefined {
  const path = settings.node.cluster_file;
  if (path === undefined) return undefined;
  const unmet = requirements.find(([, isMet]) => !isMet(settings));
  if (unmet) throw new SettingsError(unmet[0]);
  const cluster = loadCluster(path);
  // Before anything is written to the database.
  loadBucket(settings.storage.s3_file as string);
  return cluster;
}

/**
 * Refuses settings of the node that replicas cannot have, once those are known that they share.
 * @throws SettingsError
 */
export function refuseSharedSettings({ chain }: Settings): void {
  if (isChainInside(chain)) throw new SettingsError('startup.clusterNeedsChainService');
}
