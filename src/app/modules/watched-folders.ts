import { ownerId } from '../../core/caller.ts';
import { Throttle } from '../../core/concurrency/throttle.ts';
import { NodeError } from '../../core/node-error.ts';
import { FolderCollections } from '../../features/collections/index.ts';
import { safeFileName, titleOf } from '../../features/content/index.ts';
import {
  type FolderContents,
  WatchedDirectoryRepository,
  WatchedFileRepository,
  WatchedFolderRepository,
  WatchedFoldersService,
} from '../../features/watched-folders/index.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { NodeBase } from './base.ts';
import type { Storage } from './storage/storage.ts';

const second = 1000;

type FolderStore = Pick<
  Storage['content'],
  'catalogue' | 'records' | 'service' | 'trash' | 'licensed' | 'encryptions'
>;

/** Creates the watching of folders. */
export function createWatchedFolders(
  life: Lifecycle,
  base: NodeBase,
  storage: Storage,
): WatchedFoldersService {
  const { db, dataDir, events, clock } = base;
  const service = new WatchedFoldersService({
    folders: new WatchedFolderRepository(db),
    files: new WatchedFileRepository(db),
    directories: new WatchedDirectoryRepository(db),
    collections: new FolderCollections({
      db,
      clock,
      onChange: new Throttle(() => events.emit('collections.changed'), second).request,
    }),
    contents: folderContents(base, storage),
    ownFolders: () => [dataDir, storage.mover.current],
    clock,
    stableMs: 3 * second,
    graceMs: 60 * second,
    times: { afterEvent: 2 * second, retry: 60 * second, rescan: 600 * second },
    onChange: () => events.emit('watched-folders.changed'),
    onProgress: new Throttle(() => events.emit('transfers.changed'), second).request,
    logger: base.loggerOf('watched folders'),
  });
  // The folders are those of one computer.
  const start = () => (base.state.isReplica ? undefined : service.start());
  life.use('watched folders', { start, stop: () => service.stop() });
  return service;
}

/** Returns the contents of the owner, for watched folders. */
export function folderContents(
  { note }: Pick<NodeBase, 'note'>,
  { content }: { content: FolderStore },
): FolderContents {
  const { catalogue, records, service, trash, licensed, encryptions } = content;
  const held = (sha256: Buffer) => {
    const found = catalogue.find(sha256);
    return found && records.isOwner(found.number, ownerId) ? found : undefined;
  };
  return {
    store: (upload) => catalogue.store({ ...upload, uploadedBy: ownerId, declaredType: undefined }),
    owned: held,
    encryptedFileOf: (sha256) => {
      const sale = encryptions.find(sha256);
      return sale?.encrypted && sale.registeredAt !== null ? held(sale.encrypted) : undefined;
    },
    rename: async (sha256, from, to) => {
      const record = records.get(sha256);
      const title = titleOf(safeFileName(to));
      if (!record || title === '' || record.title !== titleOf(safeFileName(from))) return;
      await service.edit(sha256, { title }).catch((error: unknown) => {
        if (!(error instanceof NodeError)) throw error;
      });
    },
    isOfOthers: (sha256) => trash.isOfOthers(ownerId, sha256),
    trash: async (sha256) => {
      // A content for sale stays, because its buyers need it.
      if (licensed.restriction(sha256)) return;
      encryptions.checkRemoval(sha256);
      const isTrashed = await trash.addFor(ownerId, sha256);
      const detail = isTrashed ? 'activity.removedFromFolder' : 'activity.leftFromFolder';
      note({ kind: 'store', actor: { type: 'node', name: '' }, detail });
    },
  };
}
