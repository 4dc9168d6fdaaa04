import type { LicenceFacts } from '../../contract/receipt.ts';
import type { RawAddress } from '../../core/ton/ton-address.ts';
import type { SigningWallet } from '../sharing/open-session.ts';
import type { Holdings } from './delivery-repository.ts';

/** A licence of a sealed content, as the chain has it. */
export interface SealedLicence {
  facts: LicenceFacts;
  /** SHA-256 of the sealed file. */
  sealed: Buffer;
  /** Of the sealed file in bytes, where the chain says it. */
  size: number | undefined;
  /** Media type of what is in it. */
  contentType: string;
  owner: RawAddress;
}

/** The chain that is followed, as far as deliveries go. */
export interface LicenceBook extends Omit<Holdings, 'owners'> {
  /** Wallets whose keys this node has. */
  signers: ReadonlyMap<RawAddress, SigningWallet>;
  /** All wallets of this node's owner. */
  owners: readonly RawAddress[];
  /** Whether all that the chain says is known here. */
  isComplete: boolean;
  /** @returns undefined when there is none, or its content is not sealed */
  licence(address: RawAddress): SealedLicence | undefined;
}

/** Files and keys of this node. */
export interface DeliveredContents {
  isStored(sealed: Buffer): boolean;
  /** @param keyHash in hexadecimal digits */
  hasKey(sealed: Buffer, keyHash: string): boolean;
  /** Whether there is a key of another hash. @param keyHash as above */
  hasOtherKey(sealed: Buffer, keyHash: string): boolean;
  /** The key that is here stays when it opens the stored file. @throws NodeError `key_invalid` */
  refuseOtherKey(sealed: Buffer): Promise<void>;
  /** Whether the key that is here came by delivery, as receipts do. */
  isDelivered(sealed: Buffer): boolean;
  /** @param key `AGE-SECRET-KEY-1…`, of the hash that the chain has */
  keepKey(licence: SealedLicence, key: string): void;
  /** Opens the stored file with its key: its header and its end. @throws NodeError `content_damaged`, `key_invalid` */
  check(licence: SealedLicence): Promise<void>;
  /** It never goes for others, or may again. */
  setKept(sealed: Buffer, kept: boolean): void;
}
