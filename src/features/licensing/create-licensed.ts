import { ownerId } from '../../core/caller.ts';
import type { Clock } from '../../core/clock.ts';
import { NodeError } from '../../core/node-error.ts';
import type { Db } from '../../platform/sqlite/database.ts';
import { type BlockList, type ChainRecords, FileRegistrants } from '../content/index.ts';
import { AccessLinks } from './access-links.ts';
import { ContentKeys } from './content-keys.ts';
import { Encryptions } from './encryption/encryptions.ts';
import { Encryptor, type EncryptorOptions } from './encryption/encryptor.ts';
import { LicensedContents } from './licensed-contents.ts';
import { ContentKeyRepository } from './repository/content-key-repository.ts';
import { EncryptionRepository, type RestrictableContents } from './repository/encryption-repository.ts';
import { Rights } from './rights.ts';

export interface CreateLicensedOptions extends Omit<EncryptorOptions, 'keys'>, RestrictableContents {
  db: Db;
  nodeSecret: Uint8Array;
  chain: ChainRecords;
  graceSeconds: () => number;
  blocks: Pick<BlockList, 'refuse'>;
  clock: Clock;
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
  /**
   * Checks that a content may be published.
   * @throws NodeError `order_open` for contents that are restricted, or not on the chain yet
   */
  checkPublishing(sha256: Buffer): void;
}

export function createLicensed(options: CreateLicensedOptions): LicensedServices {
  const { db, nodeSecret, chain, catalogue, clock } = options;
  const keys = new ContentKeys(new ContentKeyRepository(db), nodeSecret, clock);
  const encryptions = new Encryptions({
    ...options,
    rows: new EncryptionRepository(db, options),
    keys,
    registrants: new FileRegistrants(db),
    encryptor: new Encryptor({ ...options, keys }),
    isRegistered: (sha256) => chain.byFile(sha256) !== undefined,
  });
  const isOwn = (encrypted: Buffer, user: string): boolean => {
    const encryption = encryptions.ofEncrypted(encrypted);
    if (encryption?.user === user && (encryption.registeredAt === null || user === ownerId)) return true;
    return user === ownerId && keys.find(encrypted)?.origin === 'delivery';
  };
  const rights = new Rights({ chain, isOwn, graceSeconds: options.graceSeconds, clock });
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
    checkPublishing: (sha256) => {
      const isPending =
        encryptions.ofEncrypted(sha256)?.registeredAt === null && chain.byFile(sha256) === undefined;
      if (!isPending && !encryptions.find(sha256)) return;
      throw new NodeError('order_open', 'licensing.soldNotListed');
    },
  };
}
