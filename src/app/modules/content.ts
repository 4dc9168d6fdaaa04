import type { Clock } from '../../core/clock.ts';
import type { NoteActivity } from '../../core/events/activity.ts';
import type { Logger } from '../../core/log/logger.ts';
import {
  BlockList,
  BlockRepository,
  Catalogue,
  type ChainRecords,
  ContentCursors,
  ContentList,
  ContentListRepository,
  ContentRecordRepository,
  ContentRepository,
  ContentResponses,
  ContentService,
  ContentStateRepository,
  Covers,
  mostStoredBytes,
  noChainRecords,
  type UserUsage,
} from '../../features/content/index.ts';
import { createLicensed, type LicensedServices } from '../../features/licensing/index.ts';
import {
  CopyRepository,
  CopyStore,
  CopyUse,
  DamageRepository,
  DamageWatch,
  EvictionPolicy,
  Repair,
  type ScrubPace,
  StoreCheck,
  StoreCheckRepository,
  StoreCostRepository,
  type StoreLimits,
  StoreScrub,
  StoreUsageRepository,
  UploadAdmission,
} from '../../features/storage/index.ts';
import type { DiskBlobStore } from '../../platform/blobs/store/disk-blob-store.ts';
import type { Db } from '../../platform/sqlite/database.ts';

/** Port for data of users; `auth` implements it. */
export interface ContentUsers {
  /** Returns the connected wallet of a user, in friendly form. */
  walletOf(user: string): string | null;
  /** Returns the users to whom a wallet is linked; the address may have any form. */
  usersOf(wallet: string): readonly string[];
}

export interface CreateContentOptions {
  db: Db;
  nodeSecret: Uint8Array;
  blobs: DiskBlobStore;
  users: ContentUsers;
  /** Default: nothing is on a chain. */
  chain?: ChainRecords;
  /** Seconds for which bought content stays readable while the chain is unavailable. Default: none. */
  graceSeconds?: () => number;
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
  logger?: Pick<Logger, 'error'>;
  note?: NoteActivity;
  onChange: () => void;
  onBlockedChange: () => void;
  /** Called when a plain content is put up for sale and must no longer be distributed. */
  onRestricted?: (plain: Buffer) => void;
  /** Called when it is no longer for sale and is readable again. */
  onUnrestricted?: (plain: Buffer) => void;
  /** Called on progress of the scrub. */
  onScrub?: () => void;
}

/** All services of contents. */
export interface ContentServices
  extends Pick<LicensedServices, 'licensed' | 'encryptions' | 'keys' | 'rights'> {
  contents: ContentRepository;
  records: ContentRecordRepository;
  catalogue: Catalogue;
  copies: CopyStore;
  room: EvictionPolicy;
  list: ContentList;
  responses: ContentResponses;
  covers: Covers;
  service: ContentService;
  blocks: BlockList;
  check: StoreCheck;
  watch: DamageWatch;
  repair: Repair;
  scrub: StoreScrub;
  damages: Pick<DamageRepository, 'list'>;
  storeUsage: StoreUsageRepository;
  /** Returns the storage used by a user, as first or further owner. */
  usageOf(user: string): UserUsage;
  /** Returns the part of it that counts against quotas. */
  costOf(user: string): number;
  /** Returns the part of all files that counts against quotas. */
  cost(): number;
  /** Applies limits and pace immediately. */
  setLimits(limits: StoreLimits, pace: ScrubPace): void;
  /** Starts background maintenance. */
  start(): void;
  /** Stops maintenance and writes cached data; call it before blobs and database are closed. */
  stop(): Promise<void>;
}

/** Creates the services of contents. */
export function createContent(options: CreateContentOptions): ContentServices {
  const { db, blobs, users, clock, onChange, note = () => {} } = options;
  const onError = (error: unknown) => options.logger?.error({ err: error }, 'looking after the store failed');
  const contents = new ContentRepository(db);
  const records = new ContentRecordRepository(db);
  const blocks = new BlockList(new BlockRepository(db, contents), clock, options.onBlockedChange);
  const copyRows = new CopyRepository(db);
  const costs = new StoreCostRepository(db);
  const damages = new DamageRepository(db);
  const uses = new CopyUse(copyRows, clock, onError);
  const room = new EvictionPolicy({
    limits: { quotaBytes: options.quotaBytes, copiesBytes: options.copiesBytes },
    userQuotaBytes: options.userQuotaBytes,
    stored: () => costs.all(),
    heldBy: (user) => costs.ofUser(user),
    heldByUsers: () => costs.ofUsers(),
    copies: copyRows,
    isInUse: (sha256) => uses.isInUse(sha256),
    writeUses: () => uses.write(),
    evict: async (sha256) => {
      const gone = await catalogue.evict(sha256);
      if (gone) note({ kind: 'store', actor: thisNode, detail: 'Removed a copy to make room' });
      return gone;
    },
    disk: () => blobs.usage(),
    floorOf: options.freeSpaceFloor ?? (() => 0),
    onError,
  });
  const admission = new UploadAdmission({
    blobs,
    reservations: room.reservations,
    maxBytes: mostStoredBytes(options.maxUploadBytes),
  });
  const catalogue: Catalogue = new Catalogue({
    contents,
    blocks,
    blobs,
    space: room,
    admission,
    uses,
    maxUploadBytes: options.maxUploadBytes,
    onRewritten: (sha256) => watch.markRepaired(sha256),
    onDamage: (sha256) => watch.reportDamage(sha256),
    onRemoved: (sha256) => {
      repair.contentRemoved(sha256);
      copies.contentRemoved(sha256);
    },
    clock,
    onChange,
  });
  const copies = new CopyStore({
    catalogue,
    contents,
    copies: copyRows,
    damages,
    blocks,
    admission,
    space: room,
    onChange,
  });
  const watch = new DamageWatch({
    damages,
    blobs,
    exclusively: (sha256, task) => catalogue.exclusively(sha256, task),
    clock,
    note,
    onDamage: () => repair.wake(),
    onChange,
    onError,
  });
  const { licensed, encryptions, keys, rights, checkPublishing } = createLicensed({
    ...{ db, catalogue, admission, contents, records, blocks, clock, onChange, onError },
    isCopy: (sha256) => copyRows.isCopy(sha256),
    onRestricted: options.onRestricted ?? (() => {}),
    onUnrestricted: options.onUnrestricted ?? (() => {}),
    nodeSecret: options.nodeSecret,
    chain: options.chain ?? noChainRecords,
    graceSeconds: options.graceSeconds ?? (() => 0),
  });
  const covers = new Covers({
    catalogue,
    isRestricted: (sha256) => licensed.restriction(sha256) !== undefined,
  });
  const repair = new Repair({ damages, clock, onChange, onError });
  const rows = new StoreCheckRepository(db);
  const scrub = new StoreScrub({
    rows,
    blobs,
    inspect: (sha256) => watch.inspect(sha256),
    contents: () => catalogue.totals().contents,
    pace: options.scrubPace ?? { bytesPerSecond: 0, days: 30 },
    clock,
    onChange: options.onScrub ?? (() => {}),
    onError,
  });
  return {
    contents,
    records,
    catalogue,
    copies,
    room,
    list: new ContentList(new ContentListRepository(db), new ContentCursors(options.nodeSecret), (wallet) =>
      users.usersOf(wallet),
    ),
    responses: new ContentResponses({
      records,
      walletOf: (user) => users.walletOf(user),
      licensed,
      covers,
      chain: options.chain ?? noChainRecords,
    }),
    covers,
    service: new ContentService({
      records,
      states: new ContentStateRepository(db),
      contents,
      covers,
      checkPublishing,
      checkQuota: (user, more) => room.check(user, more),
      isRestricted: (sha256) => licensed.restriction(sha256) !== undefined,
      onEdited: (sha256) => catalogue.forget(sha256),
      clock,
      onChange,
    }),
    blocks,
    licensed,
    encryptions,
    keys,
    rights,
    check: new StoreCheck({ contents, rows, blobs, inspect: (sha256) => watch.inspect(sha256), clock }),
    watch,
    repair,
    scrub,
    damages,
    storeUsage: new StoreUsageRepository(db),
    usageOf: (user) => records.usageOf(user),
    costOf: (user) => costs.ofUser(user),
    cost: () => costs.all(),
    setLimits: (limits, pace) => {
      void room.setLimits(limits);
      scrub.setPace(pace);
    },
    start: () => {
      room.start();
      scrub.start();
      encryptions.start();
    },
    stop: async () => {
      await Promise.all([encryptions.stop(), scrub.stop(), repair.stop(), room.stop()]);
      await watch.settled();
      uses.write();
      contents.flush();
    },
  };
}

const thisNode = { type: 'node', name: '' } as const;
