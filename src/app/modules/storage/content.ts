import { type Leader, ledBy, soleLeader } from '../../../core/concurrency/leader.ts';
import type { NoteActivity } from '../../../core/events/activity.ts';
import type { Logger } from '../../../core/log/logger.ts';
import {
  type ChainRecords,
  ContentCursors,
  ContentIndex,
  ContentListQueries,
  ContentListRepository,
  ContentResponses,
  ContentService,
  ContentStateRepository,
  Covers,
  noChainRecords,
  Previews,
  partsOfManifest,
  SortedContentRepository,
} from '../../../features/content/index.ts';
import {
  type CreateLicensingOptions,
  createLicensing,
  type LicensedServices,
} from '../../../features/licensing/index.ts';
import { MediaRepository, MediaService } from '../../../features/media/index.ts';
import { type ScrubPace, type StoreLimits, StoreUsageRepository } from '../../../features/storage/index.ts';
import { QueryCache } from '../../../platform/sqlite/query-cache.ts';
import {
  type ContentStore,
  type ContentStoreOptions,
  createChecks,
  createContentStore,
} from './content-store.ts';

/** Port for data of users; `auth` implements it. */
export interface ContentUsers {
  /** Returns the connected wallet of a user, in friendly form. */
  walletOf(user: string): string | null;
  /** Returns the users to whom a wallet is linked; the address may have any form. */
  usersOf(wallet: string): readonly string[];
}

export interface CreateContentOptions
  extends Omit<ContentStoreOptions, 'note' | 'onStored' | 'onError' | 'partsOf'> {
  nodeSecret: Uint8Array;
  users: ContentUsers;
  /** Signs the public list of a sold collection. Default: none can be sold. */
  signManifest?: CreateLicensingOptions['signManifest'];
  /** Leads the check of stored files and the end of sales. Default: this process alone. */
  leader?: Leader;
  /** Default: nothing is on a chain. */
  chain?: ChainRecords;
  /** Seconds for which bought content stays readable while the chain is unavailable. Default: none. */
  graceSeconds?: () => number;
  /** Whether links to covers are signed. Default: no. */
  signsCovers?: boolean;
  logger?: Pick<Logger, 'error'>;
  note?: NoteActivity;
  /** Called when a plain content is put up for sale and must no longer be distributed. */
  onRestricted?: (plain: Buffer) => void;
  /** Called when media facts were made. */
  onMedia?: () => void;
  /** Called when a plain content is no longer for sale and is readable again. */
  onUnrestricted?: (plain: Buffer) => void;
}

/** All services of contents. */
export type ContentServices = ReturnType<typeof createContent>;

/** Creates the services of contents. */
export function createContent(given: CreateContentOptions) {
  const options = {
    ...given,
    chain: given.chain ?? noChainRecords,
    graceSeconds: given.graceSeconds ?? (() => 0),
    note: given.note ?? (() => {}),
    onRestricted: given.onRestricted ?? (() => {}),
    onUnrestricted: given.onUnrestricted ?? (() => {}),
    onError: (error: unknown) => given.logger?.error({ err: error }, 'maintenance of the store failed'),
  };
  const store = createContentStore({
    ...options,
    onStored: (sha256) => licensing.fileStored(sha256),
    partsOf: (sha256) => partsOfCollection(sha256, { ...options, ...store, ...licensing }),
  });
  const { contents, records, costs, uses, eviction, trash, pictures, inspector, repair } = store;
  const checks = createChecks(options, store);
  const scrub = ledBy(given.leader ?? soleLeader, 'check of stored files', checks.scrub);
  const media = new MediaRepository(options.db, new ContentIndex(options.db));
  const licensing: LicensedServices = createLicensing({
    ...options,
    ...store,
    isCopy: (sha256) => store.copyRows.isCopy(sha256),
    onSold: (plain, encrypted) => media.copyFacts(plain, encrypted),
  });
  return {
    ...store,
    ...checks,
    ...licensing,
    ...createViews({ ...options, media }, store, licensing),
    storeUsage: new StoreUsageRepository(options.db),
    /** Returns the storage of all contents of which a user is an owner. */
    usageOf: (user: string) => records.usageOf(user),
    /** Returns the bytes of a user that count against quotas. */
    costOf: (user: string) => costs.ofUser(user),
    /** Returns the bytes of all files that count against quotas. */
    cost: () => costs.all(),
    /** Applies limits and pace immediately. */
    setLimits: (limits: StoreLimits, pace: ScrubPace) => {
      void eviction.setLimits(limits);
      checks.scrub.setPace(pace);
    },
    /** Starts background maintenance. */
    start: () => {
      eviction.start();
      scrub.start();
      trash.start();
      pictures.contentRemoved();
      return licensing.startSaleWork();
    },
    /** Stops maintenance and writes cached data; call it before blobs and database are closed. */
    stop: async () => {
      const working = [scrub, repair, eviction, trash, pictures];
      await Promise.all([licensing.stopSaleWork(), ...working.map((one) => one.stop())]);
      await inspector.settled();
      await uses.write();
      contents.flush();
    },
  };
}

/** Returns what a sold or published collection contains. */
async function partsOfCollection(
  sha256: Buffer,
  {
    sold,
    chain,
    catalogue,
  }: Pick<LicensedServices, 'sold'> & Pick<ContentStore, 'catalogue'> & { chain: ChainRecords },
): Promise<Buffer[]> {
  const parts = sold.partsOf(sha256);
  if (parts.length > 0) return parts.map(({ part }) => part);
  // Without its key, only the public manifest tells what a sold collection contains.
  return partsOfManifest(catalogue, chain.byFile(sha256)?.preview ?? sha256);
}

/** Creates the services that show contents and edit their records. */
function createViews(
  given: CreateContentOptions & { chain: ChainRecords; media: MediaRepository },
  { records, contents, catalogue, eviction }: ContentStore,
  { licensed, checkPublishing, sold }: LicensedServices,
) {
  const { db, nodeSecret, users, chain, media, signsCovers = false, clock, onChange } = given;
  const isRestricted = (sha256: Buffer) => licensed.restriction(sha256) !== undefined;
  const usersOf = (wallet: string) => users.usersOf(wallet);
  const covers = new Covers({ catalogue, isRestricted });
  const previews = new Previews({
    catalogue,
    isSold: (sha256) => isRestricted(sha256) || licensed.encrypted(sha256) !== undefined,
  });
  return {
    covers,
    previews,
    media: new MediaService({
      repository: media,
      catalogue,
      isRestricted,
      clock,
      onChange: given.onMedia ?? (() => {}),
    }),
    list: new ContentListQueries(
      new ContentListRepository(db),
      new ContentCursors(nodeSecret),
      usersOf,
      new QueryCache(db, 20),
    ),
    responses: new ContentResponses({
      records,
      walletOf: (user) => users.walletOf(user),
      licensed,
      covers,
      previews,
      signsCovers,
      chain,
    }),
    service: new ContentService({
      records,
      sorted: new SortedContentRepository(db),
      states: new ContentStateRepository(db),
      contents,
      covers,
      checkPublishing,
      checkQuota: (user, more) => eviction.check(user, more),
      isRestricted,
      partsOf: (collection) => sold.partsOf(collection).map(({ part }) => part),
      onEdited: (sha256) => catalogue.forget(sha256),
      clock,
      onChange,
    }),
  };
}
