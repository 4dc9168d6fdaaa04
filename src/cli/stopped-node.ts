import { chooseBlobStore } from '../app/blob-store.ts';
import { type ChainServing, type Control, ControlServer } from '../app/http/control-server.ts';
import { createControl } from '../app/http/node-control.ts';
import { type ContentServices, createContent } from '../app/modules/storage/content.ts';
import { holdsData, openNodeDatabase } from '../app/node-database.ts';
import { nodeSecretOf } from '../app/node-secrets.ts';
import type { Settings } from '../contract/settings.ts';
import { systemClock } from '../core/clock.ts';
import { FileSecretStore, refuseKeyStoreSecret } from '../core/data-folder/secrets.ts';
import type { NoteActivity } from '../core/events/activity.ts';
import { createLogger, type Logger } from '../core/log/logger.ts';
import { MessageError } from '../core/messages/message.ts';
import { FileSettingsLayer, resolveSettings } from '../core/settings.ts';
import { ActivityLog, ActivityRepository } from '../features/activity/index.ts';
import { ApiTokenRepository, ApiTokens } from '../features/auth/index.ts';
import { type EmbeddedChainAccess, embeddedChainFile, openEmbeddedChain } from '../features/chain/index.ts';
import { finishRestore, RecoveryService } from '../features/recovery/index.ts';
import { readSettingsSources } from '../features/settings/index.ts';
import type { BlobStore } from '../platform/blobs/store/blob-store.ts';
import { DiskBlobStore } from '../platform/blobs/store/disk-blob-store.ts';
import { isReplicaFolder } from '../platform/replication/replica-folder.ts';
import type { Db } from '../platform/sqlite/database.ts';
import { hasDatabase } from '../platform/sqlite/database-file.ts';
import { FolderInUseError, lockFolder } from '../platform/sqlite/folder-lock.ts';
import type { AnyControl } from './control-client.ts';
import { NoDataError } from './no-data-error.ts';

/**
 * Runs a command on a data folder that no process holds.
 * @param options `create`: whether to create a node in an empty folder; `onInUse`: runs the command in the process that
 *   has taken the folder meanwhile
 * @throws NoDataError, LostDatabaseError, DamagedDatabaseError
 */
export async function onStoppedNode<T>(
  dataDir: string,
  command: (control: AnyControl) => T | Promise<T>,
  { create, onInUse }: { create: boolean; onInUse: () => Promise<T> },
): Promise<T> {
  const lock = await lockStopped(dataDir, create);
  if (!lock) return onInUse();
  try {
    return await run(dataDir, command);
  } finally {
    lock.release();
  }
}

/** Locks the folder; returns undefined when another process holds it. */
async function lockStopped(dataDir: string, create: boolean): Promise<{ release(): void } | undefined> {
  try {
    await finishRestore(dataDir);
    if (!create && !hasDatabase(dataDir)) throw new NoDataError(dataDir);
    const lock = lockFolder(dataDir);
    // Its writes would not reach the other replicas.
    if (!isReplicaFolder(dataDir)) return lock;
    lock.release();
    throw new MessageError('startup.clusterNoCommand');
  } catch (error) {
    if (error instanceof FolderInUseError) return undefined;
    throw error;
  }
}

async function run<T>(dataDir: string, command: (control: AnyControl) => T | Promise<T>): Promise<T> {
  if (!hasDatabase(dataDir)) makeNewNode(dataDir);
  const logger = createLogger();
  const db = openNodeDatabase(dataDir);
  const blobs = chooseBlobStore({
    local: new DiskBlobStore({ dataDir }),
    bucketFile: storedSettings(dataDir).storage.s3_file,
    db,
    clock: systemClock,
    onError: (error) => logger.error({ err: error }, 'the bucket could not be used'),
  });
  const activity = new ActivityLog({
    store: new ActivityRepository(db),
    // The node removes old entries at its start, since it knows the settings.
    keepDays: () => Number.POSITIVE_INFINITY,
    clock: systemClock,
    logger,
  });
  let chain: Promise<EmbeddedChainAccess> | undefined;
  try {
    await blobs.open();
    const control = createControl({
      note: activity.note,
      actor: { type: 'command', name: '' },
      tokens: new ApiTokens(new ApiTokenRepository(db)),
      content: contentAtRest(db, blobs, activity.note),
      dashboard: () => {
        throw new Error(
          'No node is running on this data folder, so there is no dashboard. Start a node: alcove serve',
        );
      },
      chain: () => {
        chain ??= openEmbeddedChain({ file: embeddedChainFile(dataDir), logger });
        return chain;
      },
      market: () => {
        throw noNode();
      },
      chainCheck: { run: () => Promise.reject(noNode()) },
      platform: {
        quotePlatform: () => Promise.reject(noNode()),
        orderPlatform: () => Promise.reject(noNode()),
      },
      folders: foldersAtRest,
      recovery: {
        make: (passphrase) => recoveryAtRest(dataDir, db, activity.note).make(passphrase),
        check: (file, passphrase) => recoveryAtRest(dataDir, db, activity.note).check(file, passphrase),
      },
    });
    return await command({
      ...control,
      serveChain: (serving) => serveReachably(control, serving, dataDir, logger),
    });
  } finally {
    await (await chain?.catch(() => undefined))?.close();
    await blobs.close();
    await activity.close();
    db.close();
  }
}

/** Returns the settings of a folder without a running node. @throws SettingsError */
export function storedSettings(dataDir: string): Settings {
  const { file, environment } = readSettingsSources(dataDir, []);
  return resolveSettings(file, new FileSettingsLayer(dataDir).read(), environment);
}

const noNode = (): Error =>
  new Error('No node is running on this data folder to read the chain. Start a node: alcove serve');

const noNodeForFolders = (): Error =>
  new Error('No node is running on this data folder to use folders. Start a node: alcove serve');

const foldersAtRest = {
  listFolders: () => {
    throw noNodeForFolders();
  },
  previewFolder: () => Promise.reject(noNodeForFolders()),
  watchFolder: () => Promise.reject(noNodeForFolders()),
  removeFolder: () => Promise.reject(noNodeForFolders()),
  moveStorage: () => Promise.reject(noNodeForFolders()),
};

/** Serves the chain and a control socket, because serving takes long and other commands must find this process. */
async function serveReachably(
  control: Control,
  serving: ChainServing,
  dataDir: string,
  logger: Logger,
): Promise<void> {
  const server = new ControlServer(dataDir, control, logger);
  await server.start();
  try {
    await control.serveChain(serving);
  } finally {
    await server.stop();
  }
}

/** The content services without sign-ins, uploads and lists, which need a running node. */
const contentAtRest = (db: Db, blobs: BlobStore, note: NoteActivity): ContentServices =>
  createContent({
    db,
    nodeSecret: Buffer.alloc(32),
    blobs,
    users: { walletOf: () => null, usersOf: () => [] },
    quotaBytes: undefined,
    userQuotaBytes: 0,
    maxUploadBytes: 0,
    clock: systemClock,
    note,
    onChange: () => {},
    onBlockedChange: () => {},
  });

function recoveryAtRest(dataDir: string, db: Db, note: NoteActivity): RecoveryService {
  refuseKeyStoreSecret(dataDir);
  return new RecoveryService({
    dataDir,
    db,
    note,
    clock: systemClock,
    actor: { type: 'command', name: '' },
    onChange: () => {},
    nodeSecret: nodeSecretOf(new FileSecretStore(dataDir), true),
    settingsStore: new FileSettingsLayer(dataDir),
  });
}

/** Creates a database with its secret, because a database without a secret counts as damaged. */
function makeNewNode(dataDir: string): void {
  refuseKeyStoreSecret(dataDir);
  nodeSecretOf(new FileSecretStore(dataDir), holdsData(dataDir));
}
