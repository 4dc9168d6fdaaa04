import type { Clock } from '../../../core/clock.ts';
import type { Lease } from '../../../core/concurrency/leader.ts';
import type { NoteActivity } from '../../../core/events/activity.ts';
import { CollectionTrashRepository } from '../../../features/collections/index.ts';
import {
  BlockList,
  BlockRepository,
  Catalogue,
  ContentRecordRepository,
  ContentRepository,
  HiddenContents,
  maxStoredBytes,
  Trash,
  TrashRepository,
  UnusedPictureRepository,
  UnusedPictures,
} from '../../../features/content/index.ts';
import {
  CopyRepository,
  CopyStore,
  CopyUse,
  DamageInspector,
  DamageRepository,
  EvictionPolicy,
  Repair,
  type ScrubPace,
  StoreCheckRepository,
  StoreCostRepository,
  StoreScrub,
  StoreVerifier,
  UploadAdmission,
} from '../../../features/storage/index.ts';
import type { BlobStore } from '../../../platform/blobs/store/blob-store.ts';
import type { Commands } from '../../../platform/sqlite/commands.ts';
import type { Db } from '../../../platform/sqlite/database.ts';
import { GroupCommit } from '../../../platform/sqlite/group-commit.ts';
import { commitAtOnce } from '../../../platform/sqlite/job-commands.ts';

export interface ContentStoreOptions {
  db: Db;
  /** Default: those of a standalone node. */
  commands?: Commands;
  blobs: BlobStore;
  /** Limit for all files together. */
  quotaBytes: number | undefined;
  /** Limit for copies without an owner. Default: no limit. */
  copiesBytes?: number | undefined;
  /** Limit for each user except the owner. */
  userQuotaBytes: number;
  maxUploadBytes: number;
  /** Returns the bytes that must stay free on a disk of this size. Default: none. */
  freeSpaceFloor?: (diskSize: number) => number;
  /** Speed and interval of the scrub. Default: no scrub. */
  scrubPace?: ScrubPace;
  clock: Clock;
  note: NoteActivity;
  onChange: () => void;
  onBlockedChange: () => void;
  /** Called when a file was stored. Default: nothing. */
  onStored?: (sha256: Buffer) => void;
  /** Returns the contents of a stored collection. */
  partsOf: (sha256: Buffer) => Promise<readonly Buffer[]>;
  /** Called on progress of the scrub. */
  onScrub?: () => void;
  /** Called for errors in the background. */
  onError: (error: unknown) => void;
}

export type ContentStore = ReturnType<typeof createContentStore>;

/** Creates the catalogue of contents with their copies, limits, and the detection of damage. */
export function createContentStore(options: ContentStoreOptions) {
  const { db, blobs, clock, onError, commands = new GroupCommit(db) as Commands } = options;
  const contents = new ContentRepository(db, commands);
  const copyRows = new CopyRepository(db, commands);
  const costs = new StoreCostRepository(db);
  const damages = new DamageRepository(db, commands);
  const blockRows = new BlockRepository(db, contents.rows, commands);
  const blocks = new BlockList(blockRows, clock, options.onBlockedChange);
  const uses = new CopyUse(copyRows, clock, onError);
  const trashRows = new TrashRepository(db, contents.rows, commands);
  const evict = (sha256: Buffer) => catalogue.evict(sha256);
  const evictTrashed = (sha256: Buffer) => trash.evict(sha256);
  const eviction = createEvictionPolicy(options, { costs, copyRows, trashRows, uses, evict, evictTrashed });
  const admission = new UploadAdmission({
    blobs,
    reservations: eviction.reservations,
    maxBytes: maxStoredBytes(options.maxUploadBytes),
  });
  const parts = { ...options, contents, damages, blocks, admission, uses, space: eviction };
  const catalogue: Catalogue = new Catalogue({
    ...parts,
    onRewritten: (sha256, lease) => inspector.markRepaired(sha256, lease),
    onDamage: (sha256) => inspector.inspectInBackground(sha256),
    onRemoved: (sha256) => {
      repair.contentRemoved(sha256);
      copies.contentRemoved(sha256);
      pictures.contentRemoved();
    },
  });
  const trash = createTrash({ ...options, commands }, trashRows, catalogue);
  const pictureRows = new UnusedPictureRepository(db, commands);
  const pictures = new UnusedPictures({ rows: pictureRows, catalogue, clock, onError });
  const copies = new CopyStore({ ...parts, catalogue, copies: copyRows });
  const inspector = new DamageInspector({
    ...parts,
    exclusively: (sha256, task) => catalogue.exclusively(sha256, task),
    onDamage: () => repair.wake(),
  });
  const repair = new Repair(parts);
  return {
    commands,
    contents,
    records: new ContentRecordRepository(db),
    copyRows,
    costs,
    damages,
    blocks,
    uses,
    eviction,
    admission,
    catalogue,
    hidden: new HiddenContents(db, commands),
    copies,
    pictures,
    trash,
    trashRows,
    inspector,
    repair,
  };
}

/** Creates the trash, which purges deleted collections along with its contents. */
function createTrash(
  options: ContentStoreOptions & { commands: Commands },
  rows: TrashRepository,
  catalogue: Catalogue,
): Trash {
  const collections = new CollectionTrashRepository(options.db);
  return new Trash({
    ...{ ...options, rows, catalogue },
    purgeCollections: (time) => commitAtOnce(options.commands, () => collections.purgeBefore(time)),
  });
}

interface EvictionOptions {
  costs: StoreCostRepository;
  copyRows: CopyRepository;
  trashRows: TrashRepository;
  uses: CopyUse;
  evict: (sha256: Buffer) => Promise<boolean>;
  evictTrashed: (sha256: Buffer) => Promise<boolean>;
}

const thisNode = { type: 'node', name: '' } as const;

const createEvictionPolicy = (
  options: ContentStoreOptions,
  { costs, copyRows, trashRows, uses, evict, evictTrashed }: EvictionOptions,
): EvictionPolicy =>
  new EvictionPolicy({
    limits: { quotaBytes: options.quotaBytes, copiesBytes: options.copiesBytes },
    userQuotaBytes: options.userQuotaBytes,
    stored: () => costs.all(),
    heldBy: (user) => costs.ofUser(user),
    heldByUsers: () => costs.ofUsers(),
    copies: copyRows,
    trash: {
      usage: () => trashRows.usage(),
      oldest: (after, limit) => trashRows.oldest(after, limit),
      evict: evictTrashed,
    },
    isInUse: (sha256) => uses.isInUse(sha256),
    writeUses: () => uses.write(),
    evict: async (sha256) => {
      const isEvicted = await evict(sha256);
      if (isEvicted) options.note({ kind: 'store', actor: thisNode, detail: 'activity.copyRemoved' });
      return isEvicted;
    },
    disk: () => options.blobs.usage(),
    floorOf: options.freeSpaceFloor ?? (() => 0),
    onError: options.onError,
  });

/** Creates the verification of stored files: on request, and in the background. */
export function createChecks(
  options: Omit<ContentStoreOptions, 'partsOf'>,
  { commands, contents, catalogue, inspector }: ContentStore,
) {
  const rows = new StoreCheckRepository(options.db, commands);
  const inspect = (sha256: Buffer, lease?: Lease) => inspector.inspect(sha256, { lease });
  return {
    check: new StoreVerifier({ ...options, contents, rows, inspect }),
    scrub: new StoreScrub({
      ...options,
      rows,
      inspect,
      contents: () => catalogue.totals().contents,
      pace: options.scrubPace ?? { bytesPerSecond: 0, days: 30 },
      onChange: options.onScrub ?? (() => {}),
    }),
  };
}
