import type { Settings } from '../../../contract/settings.ts';
import { GiB } from '../../../contract/units.ts';
import { ownerId } from '../../../core/caller.ts';
import { Throttle } from '../../../core/concurrency/throttle.ts';
import { FolderSelections } from '../../../core/folder-selections.ts';
import type { Logger } from '../../../core/log/logger.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import { maxStoredBytes, signManifest } from '../../../features/content/index.ts';
import { PartUploadRepository, PartUploads, UploadReceiver } from '../../../features/uploads/index.ts';
import type { StoreMover } from '../../../platform/blobs/relocation/store-mover.ts';
import type { BlobStore } from '../../../platform/blobs/store/blob-store.ts';
import { DiskBlobStore } from '../../../platform/blobs/store/disk-blob-store.ts';
import { chooseBlobStore } from '../../blob-store.ts';
import { ChangesOfOthers, RestrictionsOfOthers } from '../../cluster/changes-of-others.ts';
import type { Lifecycle } from '../../lifecycle.ts';
import { wantedFolder } from '../../repaired-location.ts';
import type { Auth } from '../auth.ts';
import type { NodeBase } from '../base.ts';
import type { ChainView } from '../chain-view.ts';
import { type ContentServices, createContent } from './content.ts';

export type Storage = ReturnType<typeof createStorage>;

const uploadSlots = 64;

/** Creates storage: bytes, records, files for sale, and uploads. */
export function createStorage(life: Lifecycle, base: NodeBase, auth: Auth, chain: ChainView) {
  const { db, settings, live, events, clock } = base;
  const logger = base.loggerOf('storage');
  const floorOf = freeSpaceFloor(settings);
  const { local, blobs } = openBlobs(base, floorOf, logger);
  const content = createContentServices(base, auth, chain, { blobs, floorOf, logger });
  const maxUploadBytes = maxStoredBytes(settings.storage.max_upload_bytes);
  const { catalogue } = content;
  const parts = new PartUploads({
    uploads: new PartUploadRepository(db, content.commands),
    partials: blobs.partials,
    catalogue,
    reservations: content.eviction.reservations,
    maxUploadBytes,
    clock,
    logger,
  });
  const registered = registeredPublisher(auth, chain, content, logger);
  if (blobs === local) local.reclaimFrom(content.eviction);
  followOthers(content, events);
  events.on('content.quarantinedByMove', (sha256) => content.inspector.inspectInBackground(sha256, true));
  events.on('content.reopened', (sha256) => registered.publishAgain(sha256));
  events.on('orders.changed', () => content.encryptions.reconcile());
  live.follow(({ storage }) =>
    content.setLimits(
      { quotaBytes: storage.quota_bytes ?? undefined, copiesBytes: storage.copies_bytes },
      { bytesPerSecond: storage.check_bytes_per_s, days: storage.check_days },
    ),
  );
  // Writes that finish while the blob store closes must still commit their rows.
  life.use('content records', {
    stop: () => content.contents.flush(),
  });
  life.use('blobs', { open: () => blobs.open(), stop: () => blobs.close() });
  life.use('content', { start: () => content.start(), stop: () => content.stop() });
  life.use('uploads in parts', { open: () => parts.open(), stop: () => parts.close() });
  life.use('relocation', { open: () => startRelocation(base, local.mover) });
  sweepOrphans(life, content, logger);
  return {
    /** Moves the files on the local disk to another folder. */
    mover: local.mover,
    content,
    parts,
    uploads: new UploadReceiver({ catalogue, parts, maxUploadBytes, slots: uploadSlots }),
    floorOf,
    makeRegisteredPublic: registered.makePublic,
    publishAgain: registered.publishAgain,
    /** Folders that the owner chose for all stored files. */
    folderSelections: new FolderSelections(base.clock),
    /** Starts to move everything stored to a folder; null: to the data folder. */
    moveTo: async (folder: string | null): Promise<void> => {
      live.check({ storage: { folder } });
      await local.mover.move(folder);
      live.keep({ storage: { folder } });
    },
  };
}

/** Reports what other replicas change. */
function followOthers({ commands, repair }: ContentServices, events: NodeBase['events']): void {
  commands.follow(
    new ChangesOfOthers({
      contents: () => events.emit('content.changed'),
      blocks: () => events.emit('blocks.changed'),
      damages: () => repair.wake(),
    }),
  );
  commands.follow(new RestrictionsOfOthers((plain) => events.emit('content.restricted', plain)));
}

/** Returns the bytes that must stay free on a disk of a size. */
const freeSpaceFloor =
  ({ storage }: Settings) =>
  (diskSize: number): number =>
    storage.free_space_floor_bytes ?? Math.max(GiB, Math.floor(diskSize / 20));

interface Bytes {
  blobs: BlobStore;
  floorOf: (diskSize: number) => number;
  logger: Logger;
}

/** Opens the local disk, and the store of the settings, which may be the same. */
function openBlobs(
  { dataDir, settings, db, state, clock, events }: NodeBase,
  floorOf: Bytes['floorOf'],
  logger: Logger,
) {
  const local = new DiskBlobStore({
    dataDir,
    freeSpaceFloor: floorOf,
    onDamaged: (sha256) => events.emit('content.quarantinedByMove', sha256),
    onMove: () => events.emit('storage.moved'),
    onMoveError: (error) => logger.error({ err: error }, 'the store could not be moved'),
  });
  const onError = (error: unknown) => logger.error({ err: error }, 'the bucket could not be used');
  return {
    local,
    blobs: chooseBlobStore({
      local,
      bucketFile: settings.storage.s3_file,
      bucketReady: state.bucketReady,
      db,
      commands: state.commands,
      leader: state.leader,
      clock,
      onError,
    }),
  };
}

const createContentServices = (
  { db, state, nodeSecret, identity, settings, live, events, note, clock }: NodeBase,
  { accounts }: Auth,
  chain: ChainView,
  { blobs, floorOf, logger }: Bytes,
): ContentServices =>
  createContent({
    db,
    commands: state.commands,
    leader: state.leader,
    nodeSecret,
    blobs,
    chain: chain.records,
    graceSeconds: () => live.get().chain.offline_grace,
    users: {
      walletOf: (user) => accounts.selectedWallet(user)?.address ?? null,
      usersOf: (wallet) => accounts.usersOfWallet(wallet),
    },
    signManifest: (manifest, user) =>
      signManifest(
        identity,
        manifest,
        user === ownerId ? (accounts.selectedWallet(ownerId)?.address ?? null) : null,
      ),
    signsCovers: settings.node.type === 'private',
    quotaBytes: undefined,
    userQuotaBytes: settings.storage.user_quota_bytes,
    maxUploadBytes: settings.storage.max_upload_bytes,
    freeSpaceFloor: floorOf,
    clock,
    logger,
    note,
    onChange: () => events.emit('content.changed'),
    onBlockedChange: () => events.emit('blocks.changed'),
    // Throttled, because pictures of many files are made one after the other and pages reload their whole list for each
    // event.
    onMedia: new Throttle(() => events.emit('media.changed'), 1000).request,
    onRestricted: (sha256) => events.emit('content.restricted', sha256),
    onUnrestricted: (sha256) => events.emit('content.reopened', sha256),
    onScrub: () => events.emit('storage.checked'),
  });

/** Begins or resumes the move to the folder of the settings; if it fails, the files stay usable in place. */
async function startRelocation({ repairs, live, notices }: NodeBase, mover: StoreMover): Promise<void> {
  try {
    await mover.start(wantedFolder(repairs, live));
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    notices.push({
      code: 'store_not_moved',
      severity: 'warning',
      message: message('startup.storeNotMoved', { reason: error.text }),
    });
  }
}

/** Removes files without a record in the background, once after each start. */
function sweepOrphans(life: Lifecycle, { check }: ContentServices, logger: Logger): void {
  const ending = new AbortController();
  let sweep: Promise<unknown> = Promise.resolve();
  life.use('removal of orphans', {
    start: () => {
      sweep = check
        .removeOrphans(ending.signal)
        .catch((error: unknown) => logger.error({ err: error }, 'removing orphaned files failed'));
    },
    stop: async () => {
      ending.abort();
      await sweep;
    },
  });
}

/** Publishes files that their owners registered on the chain. */
function registeredPublisher(
  { accounts }: Auth,
  { current, records }: ChainView,
  { service }: ContentServices,
  logger: Logger,
) {
  // Never throws, because an uncaught error would end the node.
  const makePublic = (sha256: Buffer, owner: RawAddress): void => {
    const isOwners = current.running?.wallets().some(({ address }) => address === owner);
    const registered = records.byFile(sha256);
    const users = isOwners ? [ownerId] : accounts.usersWhoProved(owner);
    service
      .publishFor(users, sha256, registered?.owner === owner ? registered : undefined)
      .catch((error: unknown) => logger.error({ err: error }, 'a registered file was not published'));
  };
  return {
    makePublic,
    /** Publishes a file that is no longer restricted, if it is on the chain. */
    publishAgain: (sha256: Buffer): void => {
      const registered = records.byFile(sha256);
      if (registered) makePublic(sha256, registered.owner);
    },
  };
}
