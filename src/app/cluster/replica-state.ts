import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/log/logger.ts';
import { MessageError, message } from '../../core/messages/message.ts';
import { SettingsError } from '../../core/settings.ts';
import { PostgresActivityStore } from '../../features/activity/index.ts';
import { replicatedSignInTables } from '../../features/auth/index.ts';
import { ReplicatedContentIndex, replicatedContentTables } from '../../features/content/index.ts';
import {
  PostgresNonceStore,
  PostgresPeerHistoryStore,
  PostgresPeerStore,
} from '../../features/peers/index.ts';
import { SegmentRepository } from '../../features/storage/index.ts';
import { DatabaseUnavailableError } from '../../platform/postgres/database-error.ts';
import { requireSchema } from '../../platform/postgres/migrate.ts';
import { PostgresLeader } from '../../platform/postgres/postgres-leader.ts';
import { isReplica } from '../../platform/replication/replica-folder.ts';
import { ReplicatedCommands } from '../../platform/replication/replicated-commands.ts';
import type { Db } from '../../platform/sqlite/database.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { NodeState } from './node-state.ts';
import { openClusterDatabase } from './open-cluster-database.ts';

export interface ReplicaOptions {
  /** The setting `node.cluster_file`. */
  clusterFile: string;
  db: Db;
  clock: Clock;
  logger: Logger;
}

/**
 * Joins the other replicas of a node: copies what they share, so that what is created later reads it.
 * @throws MessageError for a database that cannot be used, or a data folder with contents of its own
 */
export async function openReplicaState(life: Lifecycle, options: ReplicaOptions): Promise<NodeState> {
  const { clusterFile, db, clock, logger } = options;
  if (!isReplica(db) && new SegmentRepository(db, clock).lacksAny()) {
    throw new SettingsError('startup.clusterLocalFiles');
  }
  const { database, nodeId } = openClusterDatabase(clusterFile, logger);
  life.use('cluster database', { stop: () => database.close() });
  const commands = new ReplicatedCommands({
    database,
    db,
    tables: [replicatedContentTables, replicatedSignInTables],
  });
  commands.follow(new ReplicatedContentIndex(db));
  life.use('replicated rows', { open: () => commands.open(), stop: () => commands.close() });
  await requireSchema(database, nodeId).catch(asUnreachable);
  await commands.join().catch(asUnreachable);
  return {
    isReplica: true,
    commands,
    leader: new PostgresLeader(database),
    activity: new PostgresActivityStore(database),
    nonces: new PostgresNonceStore(database),
    peers: new PostgresPeerStore(database),
    peerHistory: new PostgresPeerHistoryStore(database),
    isCurrent: () => commands.isCurrent(),
  };
}

function asUnreachable(error: unknown): never {
  if (!(error instanceof DatabaseUnavailableError)) throw error;
  const cause = error.cause instanceof Error ? error.cause.message : String(error.cause);
  throw new MessageError(message('startup.clusterUnreachable', { error: cause }), { cause: error });
}
