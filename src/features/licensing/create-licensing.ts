import type { CollectionManifest } from '../../contract/collections/manifest.ts';
import { soldCollectionType } from '../../contract/collections/media-types.ts';
import { ownerId } from '../../core/caller.ts';
import type { Clock } from '../../core/clock.ts';
import type { Leader } from '../../core/concurrency/leader.ts';
import { TaskTracker } from '../../core/concurrency/task-tracker.ts';
import { NodeError } from '../../core/node-error.ts';
import type { Commands } from '../../platform/sqlite/commands.ts';
import type { Db } from '../../platform/sqlite/database.ts';
import { type BlockList, type ChainRecords, FileRegistrants, type HiddenContents } from '../content/index.ts';
import { AccessLinks } from './access-links.ts';
import { ContentKeys } from './content-keys.ts';
import { Encryptions } from './encryption/encryptions.ts';
import { Encryptor, type EncryptorOptions } from './encryption/encryptor.ts';
import { LicensedContents } from './licensed-contents.ts';
import { CollectionKindRepository } from './repository/collection-kind-repository.ts';
import { ContentKeyRepository } from './repository/content-key-repository.ts';
import { type RestrictableContents, RestrictionRepository } from './repository/restriction-repository.ts';
import { SoldCollectionRepository } from './repository/sold-collection-repository.ts';
import { Rights } from './rights.ts';
import {
  CollectionEncryptor,
  type CollectionEncryptorOptions,
} from './sold-collections/collection-encryptor.ts';
import { SoldCollections } from './sold-collections/sold-collections.ts';

export interface CreateLicensingOptions extends Omit<EncryptorOptions, 'keys' | 'contents'> {
  db: Db;
  commands: Commands;
  contents: EncryptorOptions['contents'] & RestrictableContents['contents'];
  isCopy: RestrictableContents['isCopy'];
  nodeSecret: Uint8Array;
  chain: ChainRecords;
  graceSeconds: () => number;
  /** Signs the public list of a sold collection. Default: none can be sold. */
  signManifest?: CollectionEncryptorOptions['signManifest'] | undefined;
  blocks: Pick<BlockList, 'refuse'>;
  hidden: Pick<HiddenContents, 'hide'>;
  clock: Clock;
  /** Lets one replica reconcile sales. Default: this process alone. */
  leader?: Leader;
  onRestricted: (plain: Buffer) => void;
  onSold: (plain: Buffer, encrypted: Buffer) => void;
  onUnrestricted: (plain: Buffer) => void;
  onChange: () => void;
  onError: (error: unknown) => void;
}

/** Services for sold contents. */
export interface LicensedServices {
  licensed: LicensedContents;
  encryptions: Encryptions;
  keys: ContentKeys;
  rights: Rights;
  sold: SoldCollections;
  kinds: CollectionKindRepository;
  /** Opens a file that was just stored if it is a collection whose key was here before, as after a recovery. */
  fileStored(sha256: Buffer): void;
  /** Starts the work in the background. */
  startSaleWork(): Promise<void>;
  /** Stops that work; sales go on at the next start. */
  stopSaleWork(): Promise<void>;
  /** Checks that a collection can be sold as one. @throws NodeError with the title of a content that cannot */
  checkCollection(manifest: CollectionManifest): void;
  /**
   * Checks that a content may be published.
   * @throws NodeError `order_open` for contents that are restricted, or not on the chain yet
   */
  checkPublishing(sha256: Buffer): void;
}

export function createLicensing(options: CreateLicensingOptions): LicensedServices {
  const { db, nodeSecret, chain, catalogue, clock } = options;
  const soldRows = new SoldCollectionRepository(db, options.commands);
  const rows = new RestrictionRepository(db, options, options.commands);
  const keyRows = new ContentKeyRepository(db, options.contents.rows, options.commands);
  const keys = new ContentKeys(keyRows, soldRows, nodeSecret, clock);
  const kinds = new CollectionKindRepository(db);
  const sold = new SoldCollections({ rows: soldRows, kinds, keys, catalogue });
  const collectionsOf = (part: Buffer) => sold.collectionsOf(part, chain.network());
  const encryptor = new CollectionEncryptor({
    ...options,
    ...{ keys, rows, soldRows, sold },
    encryptor: new Encryptor({ ...options, keys }),
    signManifest: options.signManifest ?? refuseToSign,
  });
  const encryptions = new Encryptions({
    ...options,
    ...{ rows, soldRows, keys, encryptor },
    registrants: new FileRegistrants(db),
    isRegistered: (sha256) =>
      [sha256, ...collectionsOf(sha256)].some((each) => chain.byFile(each) !== undefined),
  });
  const isDelivered = (sha256: Buffer): boolean =>
    keys.findOwn(sha256)?.origin === 'delivery' && chain.byFile(sha256) === undefined;
  const isOwn = (encrypted: Buffer, user: string): boolean => {
    const encryption = encryptions.ofEncrypted(encrypted);
    if (encryption?.user === user && (encryption.registeredAt === null || user === ownerId)) return true;
    return user === ownerId && [encrypted, ...sold.collectionsOf(encrypted)].some(isDelivered);
  };
  const rights = new Rights({ chain, isOwn, collectionsOf, graceSeconds: options.graceSeconds, clock });
  return {
    licensed: new LicensedContents({
      catalogue,
      keys,
      encryptions,
      chain,
      rights,
      blocks: options.blocks,
      links: new AccessLinks(nodeSecret, clock),
    }),
    encryptions,
    keys,
    rights,
    sold,
    kinds,
    ...saleWork(encryptions, keys, sold, options),
    checkCollection: (manifest) => encryptor.check(manifest),
    checkPublishing: (sha256) => {
      const isPending =
        encryptions.ofEncrypted(sha256)?.registeredAt === null && chain.byFile(sha256) === undefined;
      if (!isPending && !encryptions.find(sha256)) return;
      throw new NodeError('order_open', 'licensing.soldNotListed');
    },
  };
}

/** Returns the work in the background. */
function saleWork(
  encryptions: Encryptions,
  keys: ContentKeys,
  sold: SoldCollections,
  { onChange, onError }: Pick<CreateLicensingOptions, 'onChange' | 'onError'>,
): Pick<LicensedServices, 'fileStored' | 'startSaleWork' | 'stopSaleWork'> {
  const opening = new TaskTracker();
  const open = (work: Promise<void>) => void opening.add(work.then(onChange, onError));
  return {
    fileStored: (sha256) => {
      const { contentType, plain } = keys.findOwn(sha256) ?? {};
      // A sale in progress has the list of its own file in memory.
      const isInSale = plain && encryptions.find(plain)?.registeredAt === null;
      if (contentType === soldCollectionType && !isInSale) open(sold.openAll([sha256]));
    },
    startSaleWork: async () => {
      await encryptions.start();
      open(sold.openAll());
    },
    stopSaleWork: async () => {
      await Promise.all([encryptions.stop(), opening.settled()]);
    },
  };
}

const refuseToSign = (): never => {
  throw new Error('this process sells no collections');
};
