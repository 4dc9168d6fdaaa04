import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/log/logger.ts';
import { MessageError, message } from '../../core/messages/message.ts';
import { StorageUnavailableError } from '../../core/node-error.ts';
import { SettingsError } from '../../core/settings.ts';
import { PostgresActivityStore } from '../../features/activity/index.ts';
import {
  PostgresNonceStore,
  PostgresPeerHistoryStore,
  PostgresPeerStore,
} from '../../features/peers/index.ts';
import { SegmentRepository } from '../../features/storage/index.ts';
import { loadBucket } from '../../platform/blobs/s3/bucket-file.ts';
import { DatabaseUnavailableError } from '../../platform/postgres/database-error.ts';
import { requireSchema } from '../../platform/postgres/migrate.ts';
import { PostgresLeader } from '../../platform/postgres/postgres-leader.ts';
import { isReplica } from '../../platform/replication/replica-folder.ts';
import { ReplicatedCommands } from '../../platform/replication/replicated-commands.ts';
import type { Db } from '../../platform/sqlite/database.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { ClusterBucket } from './cluster-bucket.ts';
import type { NodeState } from './node-state.ts';
import { openClusterDatabase } from './open-cluster-database.ts';
import { replicatedIndexes, replicatedTables } from './replicated-tables.ts';

/** Objects of which the bucket of a cluster has one at least. */
const sampleSize = 20;

export interface ReplicaOptions {
  /** The setting `node.cluster_file`. */
  clusterFile: string;
  /** The setting `storage.s3_file`. */
  bucketFile: string;
  db: Db;
  clock: Clock;
  logger: Logger;
}

/**
 * Joins the other replicas of a node: copies what they share, so that what is created later reads it.
 * @throws MessageError for a database that cannot be used, or a data folder with contents of its own
 */
export async function openReplicaState(life: Lifecycle, options: ReplicaOptions): Promise<NodeState> {
  const { clusterFile, bucketFile, db, clock, logger } = options;
  const segments = new SegmentRepository(db, clock);
  if (!isReplica(db) && segments.lacksAny()) {
    throw new SettingsError('startup.clusterLocalFiles');
  }
  const { database, nodeId } = openClusterDatabase(clusterFile, logger);
  life.use('cluster database', { stop: () => database.close() });
  const commands = new ReplicatedCommands({ database, db, tables: replicatedTables });
  for (const index of replicatedIndexes(db)) commands.follow(index);
  life.use('replicated rows', { open: () => commands.open(), stop: () => commands.close() });
  await requireSchema(database, nodeId).catch(asUnreachable);
  await commands.join().catch(asUnreachable);
  const bucket = new ClusterBucket(database, loadBucket(bucketFile).bucket);
  life.use('bucket of the cluster', { stop: () => bucket.close() });
  const bucketReady = once(() => bucket.claim(segments.some(sampleSize)), logger);
  // While it does not answer, this replica serves what needs no bytes.
  await bucketReady().catch(unlessWrong);
  return {
    isReplica: true,
    commands,
    leader: new PostgresLeader(database),
    activity: new PostgresActivityStore(database),
    nonces: new PostgresNonceStore(database),
    peers: new PostgresPeerStore(database),
    peerHistory: new PostgresPeerHistoryStore(database),
    bucketReady,
    isCurrent: () => commands.isCurrent(),
  };
}

/**
 * Returns a function that claims the bucket until that has succeeded once.
 * @throws StorageUnavailableError
 */
function once(claim: () => Promise<void>, logger: Logger): () => Promise<void> {
  let claiming: Promise<void> | undefined;
  let logged: string | undefined;
  const attempt = async () => {
    try {
      await claim();
    } catch (error) {
      claiming = undefined;
      const { message: text } = error as Error;
      if (text !== logged) logger.error({ err: error }, 'this replica cannot use its bucket yet');
      logged = text;
      throw error instanceof StorageUnavailableError ? error : new StorageUnavailableError(error);
    }
  };
  return () => (claiming ??= attempt());
}

/** A bucket that does not answer yet may be the right one. */
function unlessWrong(error: StorageUnavailableError): void {
  if (error.cause instanceof MessageError) throw error.cause;
}

function asUnreachable(error: unknown): never {
  if (!(error instanceof DatabaseUnavailableError)) throw error;
  const cause = error.cause instanceof Error ? error.cause.message : String(error.cause);
  throw new MessageError(message('startup.clusterUnreachable', { error: cause }), { cause: error });
}
