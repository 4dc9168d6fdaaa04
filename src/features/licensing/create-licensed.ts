import { ownerId } from '../../core/caller.ts';
import type { Clock } from '../../core/clock.ts';
import { NodeError } from '../../core/node-error.ts';
import type { Db } from '../../platform/sqlite/database.ts';
import type { BlockList } from '../content/block-list.ts';
import type { ChainRecords } from '../content/chain-records.ts';
import { AccessLinks } from './access-links.ts';
import { ContentKeys } from './content-keys.ts';
import { Sealings } from './encryption/encryptions.ts';
import { Sealer, type SealerOptions } from './encryption/encryptor.ts';
import { LicensedContents } from './licensed-contents.ts';
import { ContentKeyRepository } from './repository/content-key-repository.ts';
import { SealingRepository } from './repository/encryption-repository.ts';
import { Rights } from './rights.ts';

export interface CreateLicensedOptions extends Omit<SealerOptions, 'keys'> {
  db: Db;
  nodeSecret: Uint8Array;
  chain: ChainRecords;
  graceSeconds: () => number;
  isCopy: (sha256: Buffer) => boolean;
  blocks: Pick<BlockList, 'refuse'>;
  clock: Clock;
  onClosed: (plain: Buffer) => void;
  onReopened: (plain: Buffer) => void;
  onChange: () => void;
  onError: (error: unknown) => void;
}

/** What is done with contents that are for sale. */
export interface LicensedServices {
  licensed: LicensedContents;
  sealings: Sealings;
  keys: ContentKeys;
  rights: Rights;
  /** @throws NodeError `order_open` for contents that are closed, or not on the chain yet */
  checkPublishing(sha256: Buffer): void;
}

export function createLicensed(options: CreateLicensedOptions): LicensedServices {
  const { db, nodeSecret, chain, catalogue, contents, records, clock } = options;
  const keys = new ContentKeys(new ContentKeyRepository(db), nodeSecret, clock);
  const sealings = new Sealings({
    ...options,
    rows: new SealingRepository(db),
    keys,
    sealer: new Sealer({ ...options, keys }),
    publish: (sha256, published) => {
      const record = records.get(sha256);
      if (record) contents.edit(record, { ...record, published }, clock());
      catalogue.forget(sha256);
    },
    isRegistered: (sha256) => chain.byFile(sha256) !== undefined,
  });
  const isOwn = (sealed: Buffer, user: string): boolean => {
    const sealing = sealings.ofSealed(sealed);
    if (sealing?.user === user && (sealing.registeredAt === null || user === ownerId)) return true;
    return user === ownerId && keys.find(sealed)?.origin === 'delivery';
  };
  const rights = new Rights({ chain, isOwn, graceSeconds: options.graceSeconds, clock });
  return {
    licensed: new LicensedContents({
      ...{ catalogue, keys, sealings, chain, rights, blocks: options.blocks },
      links: new AccessLinks(nodeSecret, clock),
    }),
    sealings,
    keys,
    rights,
    checkPublishing: (sha256) => {
      const isPending =
        sealings.ofSealed(sha256)?.registeredAt === null && chain.byFile(sha256) === undefined;
      if (!isPending && !sealings.find(sha256)) return;
      throw new NodeError(
        'order_open',
        'This file is being sold: its encrypted file is shown in lists once it is on the chain.',
      );
    },
  };
}
