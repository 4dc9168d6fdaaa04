import type { LicenceKind } from '../../contract/common.ts';
import type { ContentRecord } from '../../contract/node-api/content.ts';
import { toTimestamp } from '../../core/clock.ts';
import { contentIdOf } from '../../core/content-id.ts';
import { NodeError } from '../../core/node-error.ts';
import type { RawAddress } from '../../core/ton/ton-address.ts';
import type { ChainContent } from '../chain/indexer/chain-rows.ts';

/** What the chain says of contents, as far as this node follows one. */
export interface ChainRecords {
  /** Of several registrations of one file, the first; of one that was encrypted here, its author's own. */
  byFile(sha256: Buffer): ChainContent | undefined;
  /** @throws NodeError `chain_unavailable` where none is followed */
  byAddress(address: RawAddress): ChainContent | undefined;
  /** The licences that a user's proven wallets hold. */
  licencesOf(content: ChainContent, user: string): LicenceKind[];
  /** Whether one of a user's proven wallets owns the content. */
  owns(content: ChainContent, user: string): boolean;
  /** Whether one of a user's proven wallets owns the content or a licence of it. */
  holds(content: ChainContent, user: string): boolean;
  /** Up to when this is known to be so, in milliseconds; undefined: it is so now; 0: nothing is known. */
  knownUntil(): number | undefined;
  /** Addresses as answers have them: friendly, with the flags of the network. */
  contractAddress(address: RawAddress): string;
  walletAddress(address: RawAddress): string;
}

/** A registration that names its file. */
export type RegisteredContent = ChainContent & { sha256: Buffer };

export const namesFile = (content: ChainContent | undefined): content is RegisteredContent =>
  content?.sha256 !== undefined;

/** The members of a record that the chain tells (protocol, 3.16). */
export function chainMembers(
  content: RegisteredContent,
  chain: ChainRecords,
  licences: readonly LicenceKind[],
  /** As the record has it. */
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
        // Existing web clients always ask for this one (chain, section 4).
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

/** Of a node that follows no chain. */
export const noChainRecords: ChainRecords = {
  byFile: () => undefined,
  byAddress: () => {
    throw new NodeError('chain_unavailable', 'No chain is followed here.');
  },
  licencesOf: () => [],
  owns: () => false,
  holds: () => false,
  knownUntil: () => undefined,
  contractAddress: (address) => address,
  walletAddress: (address) => address,
};
