import { type Leader, soleLeader } from '../../core/concurrency/leader.ts';
import { ActivityRepository, type ActivityStore } from '../../features/activity/index.ts';
import {
  NonceCache,
  type NonceStore,
  PeerHistoryRepository,
  type PeerHistoryStore,
  PeerRepository,
  type PeerStore,
} from '../../features/peers/index.ts';
import type { Commands } from '../../platform/sqlite/commands.ts';
import type { Db } from '../../platform/sqlite/database.ts';
import { GroupCommit } from '../../platform/sqlite/group-commit.ts';

/** The engines of what the replicas of a node share. Modules do not know which ones they use. */
export interface NodeState {
  /** Whether other processes may serve the same node, so that what is not replicated yet stays off. */
  isReplica: boolean;
  commands: Commands;
  leader: Leader;
  activity: ActivityStore;
  nonces: NonceStore;
  peers: PeerStore;
  peerHistory: PeerHistoryStore;
  /** Rejects until the bucket is known to be that of the other replicas; absent without replicas. */
  bucketReady?: () => Promise<void>;
  /** Returns whether reads see what others have committed within seconds. */
  isCurrent: () => boolean;
}

/** The engines of a node without replicas: SQLite and memory. */
export const standaloneState = (db: Db): NodeState => ({
  isReplica: false,
  commands: new GroupCommit(db),
  leader: soleLeader,
  activity: new ActivityRepository(db),
  nonces: new NonceCache(),
  peers: new PeerRepository(db),
  peerHistory: new PeerHistoryRepository(db),
  isCurrent: () => true,
});
