import type { LicenceKind } from '../../contract/common.ts';
import type { ContentRecord } from '../../contract/node-api/content.ts';
import { toTimestamp } from '../../core/clock.ts';
import { contentIdOf } from '../../core/content-id.ts';
import { NodeError } from '../../core/node-error.ts';
import { formatTonAddress, type RawAddress } from '../../core/ton/ton-address.ts';

/** A registration of a content on the chain; prices in nanograms, times in milliseconds. */
export interface ContentRegistration {
  id: number;
  index: number;
  address: RawAddress;
  owner: RawAddress;
  /** undefined: the registration names no file. */
  sha256: Buffer | undefined;
  cover: Buffer | undefined;
  /** A plain file for viewers without a licence. */
  preview?: Buffer | undefined;
  /** SHA-256 of the key that decrypts the file. */
  keyHash: Buffer | undefined;
  contentType: string;
  size: number | undefined;
  title: string;
  description: string;
  authors: string[];
  hashtags: string[];
  price: bigint;
  resalePrice: bigint;
  allowResale: boolean;
  downloadable: boolean;
  withdrawn: boolean;
  createdAt: number;
  updatedAt: number;
}

/** Reads registrations and licences of the chain that this node follows, if any. */
export interface ChainRecords {
  /** Returns the network; undefined: no chain is followed. */
  network(): string | undefined;
  /** Returns the first registration of a file; for a file encrypted here, the one by its author. */
  byFile(sha256: Buffer): ContentRegistration | undefined;
  /**
   * Returns the registration at an address.
   * @throws NodeError `chain_unavailable` where no chain is followed
   */
  byAddress(address: RawAddress): ContentRegistration | undefined;
  /** Returns the licences that a user's proven wallets hold. */
  licencesOf(content: ContentRegistration, user: string): LicenceKind[];
  /** Returns whether one of a user's proven wallets owns the content. */
  owns(content: ContentRegistration, user: string): boolean;
  /** Returns whether one of a user's proven wallets owns the content or a licence of it. */
  holds(content: ContentRegistration, user: string): boolean;
  /**
   * Returns the time in milliseconds until which the state of the chain is known; undefined: the present; 0: nothing is
   * known.
   */
  knownUntil(): number | undefined;
  /** Formats an address for responses: friendly, with the flags of the network. */
  contractAddress(address: RawAddress): string;
  walletAddress(address: RawAddress): string;
}

/** A registration that names its file. */
export type RegisteredContent = ContentRegistration & { sha256: Buffer };

export const namesFile = (content: ContentRegistration | undefined): content is RegisteredContent =>
  content?.sha256 !== undefined;

/** Returns the members of a record that come from the chain. */
export function chainMembers(
  content: RegisteredContent,
  chain: ChainRecords,
  licences: readonly LicenceKind[],
  /** The cover of the record. */
  coverId: string | null,
): Pick<ContentRecord, 'content_address' | 'encrypted' | 'key_hash' | 'downloadable'> {
  const id = contentIdOf(content.sha256);
  const address = chain.contractAddress(content.address);
  return {
    content_address: address,
    key_hash: content.keyHash?.toString('hex') ?? null,
    downloadable: content.downloadable,
    encrypted: {
      onchain_index: content.index,
      owner_address: chain.walletAddress(content.owner),
      item_address: address,
      license_type: licences.includes('resale') ? 'resale' : (licences[0] ?? null),
      metadata_cid: null,
      content_cid: id,
      cover_cid: coverId,
      license: {
        listen: { price: String(content.price) },
        // Existing web clients always read this member.
        resale: { price: String(content.allowResale ? content.resalePrice : content.price) },
      },
      hash: content.sha256.toString('hex'),
      cid: id,
      content_type: content.contentType,
      status: content.withdrawn ? 'withdrawn' : 'active',
      updated: toTimestamp(content.updatedAt),
      created: toTimestamp(content.createdAt),
    },
  };
}

/** Chain records of a node that follows no chain. */
export const noChainRecords: ChainRecords = {
  network: () => undefined,
  byFile: () => undefined,
  byAddress: () => {
    throw new NodeError('chain_unavailable', 'content.noChain');
  },
  licencesOf: () => [],
  owns: () => false,
  holds: () => false,
  knownUntil: () => undefined,
  contractAddress: (address) => formatTonAddress(address, { bounceable: true, testOnly: false }),
  walletAddress: (address) => formatTonAddress(address, { bounceable: false, testOnly: false }),
};
