import type { Settings } from '../../contract/settings.ts';
import { type Clock, systemClock } from '../../core/clock.ts';
import type { Activity } from '../../core/events/activity.ts';
import { EventBus } from '../../core/events/event-bus.ts';
import type { Logger } from '../../core/log/logger.ts';
import { message } from '../../core/messages/message.ts';
import { SettingsError } from '../../core/settings.ts';
import { version } from '../../core/version.ts';
import { identityFromSeed } from '../../crypto/identity.ts';
import { ActivityLog, type ActivityStore } from '../../features/activity/index.ts';
import { FeeWalletKeys, WalletKeyRepository } from '../../features/chain/index.ts';
import {
  clusterOf,
  refuseSharedSettings,
  SettingsService,
  SharedSettings,
  tryOutSettings,
  tryOutShared,
} from '../../features/settings/index.ts';
import { SegmentRepository } from '../../features/storage/index.ts';
import type { LocationRepair } from '../../platform/blobs/relocation/location-repair.ts';
import { emptyTraffic } from '../../platform/net/transfers/traffic.ts';
import { isReplica, isReplicaFolder } from '../../platform/replication/replica-folder.ts';
import type { Db } from '../../platform/sqlite/database.ts';
import { lockFolder } from '../../platform/sqlite/folder-lock.ts';
import { ChangesOfOthers } from '../cluster/changes-of-others.ts';
import { type NodeState, standaloneState } from '../cluster/node-state.ts';
import { openReplicaState, type ReplicaOptions } from '../cluster/replica-state.ts';
import { dashboardTopics } from '../dashboard-topics.ts';
import type { NodeEvents } from '../events.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { holdsData, openNodeDatabase } from '../node-database.ts';
import { clusterSecretOf, nodeSecretOf, removeLocalKey } from '../node-secrets.ts';
import type { NodeOptions } from '../node-types.ts';
import { noticeOfRepair } from '../repaired-location.ts';

export type NodeBase = Awaited<ReturnType<typeof openBase>>;

/**
 * Opens the base of the node: settings, the locked data folder, identity, database, activity log, events.
 * @throws SettingsError, FolderInUseError, LostDatabaseError, DamagedDatabaseError; MessageError for a replica that
 *   cannot join the others
 */
export async function openBase(life: Lifecycle, options: NodeOptions) {
  const { dataDir } = options;
  const clock = systemClock;
  const uses = { bucket: () => new SegmentRepository(db, clock).hasAny(), cluster: () => isReplica(db) };
  const live = new SettingsService({
    ...options,
    tryOut: (next, changed, atStart) => tryOutSettings(next, changed, atStart, uses),
    tryOutShared,
  });
  const startedAt = clock();
  const loggerOf = (module: string): Logger => options.logger.child({ module });
  const logger = loggerOf('base');
  const events = new EventBus<NodeEvents>(logger);
  const topics = dashboardTopics(events);
  live.follow(() => events.emit('settings.changed'));

  const lock = lockFolder(dataDir);
  life.use('folder lock', { stop: () => lock.release() });
  const cluster = clusterOf(live.atStart);
  // Only the cluster has its secret.
  if (!cluster && isReplicaFolder(dataDir)) throw new SettingsError('startup.clusterFileUnset');
  const nodeSecret = cluster
    ? clusterSecretOf(cluster, options.secrets)
    : nodeSecretOf(options.secrets, holdsData(dataDir));
  removeLocalKey(dataDir);
  const { db, repairs } = openDatabase(life, dataDir, logger);
  const state = await openState(life, live.atStart, { db, clock, logger: loggerOf('cluster') });
  if (cluster) await shareSettings(life, live, { db, nodeSecret, commands: state.commands, logger });
  const activity = openActivity(life, { store: state.activity, live, events, clock, logger });
  return {
    dataDir,
    live,
    settings: live.atStart,
    settingsStore: options.settingsStore,
    events,
    topics,
    db,
    state,
    repairs,
    nodeSecret,
    identity: identityFromSeed(nodeSecret),
    walletKeys: new FeeWalletKeys(nodeSecret, new WalletKeyRepository(db)),
    activity,
    note: activity.note,
    notices: [...(options.notices ?? []), ...repairs.map(noticeOfRepair)],
    traffic: emptyTraffic(),
    clock,
    startedAt,
    loggerOf,
  };
}

function openDatabase(
  life: Lifecycle,
  dataDir: string,
  logger: Logger,
): { db: Db; repairs: LocationRepair[] } {
  const repairs: LocationRepair[] = [];
  const db = openNodeDatabase(dataDir, (repair) => repairs.push(repair));
  life.use('database', { stop: () => db.close() });
  for (const repair of repairs) logger.warn(repair, 'the folder of the stored files had lost its mark');
  return { db, repairs };
}

/** Opens the state that replicas share, or that of a standalone node. @throws MessageError */
const openState = async (
  life: Lifecycle,
  { node, storage }: Settings,
  base: Omit<ReplicaOptions, 'clusterFile' | 'bucketFile'>,
): Promise<NodeState> =>
  node.cluster_file === undefined
    ? standaloneState(base.db)
    : openReplicaState(life, {
        ...base,
        clusterFile: node.cluster_file,
        bucketFile: storage.s3_file as string,
      });

/** Uses the settings that replicas share, and follows what others change. @throws SettingsError */
async function shareSettings(
  life: Lifecycle,
  live: SettingsService,
  {
    db,
    nodeSecret,
    commands,
    logger,
  }: Pick<NodeState, 'commands'> & { db: Db; nodeSecret: Buffer; logger: Logger },
): Promise<void> {
  await live.join(new SharedSettings(db, commands, nodeSecret));
  refuseSharedSettings(live.atStart);
  const reload = () => {
    if (life.stopping.aborted) return;
    try {
      live.reload();
    } catch (error) {
      // The file of this computer's settings was damaged, for example.
      logger.error({ err: error }, 'settings that another replica has changed could not be used');
    }
  };
  commands.follow(new ChangesOfOthers({ settings: reload }));
}

interface ActivityContext {
  store: ActivityStore;
  live: SettingsService;
  events: EventBus<NodeEvents>;
  clock: Clock;
  logger: Logger;
}

function openActivity(life: Lifecycle, { store, live, events, clock, logger }: ActivityContext): ActivityLog {
  const activity = new ActivityLog({
    store,
    keepDays: () => live.get().activity.keep_days,
    clock,
    logger,
    onChange: () => events.emit('activity.written'),
  });
  let unfollow: (() => Promise<void>) | undefined;
  life.use('activity log', {
    open: () => {
      unfollow = store.follow?.(() => events.emit('activity.written'));
    },
    stop: async () => {
      await unfollow?.();
      if (life.hasStarted) activity.note(nodeActivity('activity.stopped'));
      await activity.close();
    },
  });
  return activity;
}

const nodeActivity = (detail: Activity['detail']): Activity => ({
  kind: 'node',
  actor: { type: 'node', name: '' },
  detail,
});

/** Notes the start of the node in the activity log. */
export function noteStarted({ note }: Pick<NodeBase, 'note'>): void {
  note(nodeActivity(message('activity.started', { version })));
}
