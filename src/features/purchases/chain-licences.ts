import type { LicenceFacts } from '../../contract/receipt.ts';
import type { RawAddress } from '../../core/ton/ton-address.ts';
import type { SigningWallet } from '../sharing/index.ts';
import type { Holdings } from './repository/delivery-repository.ts';

/** A licence of a encrypted content, as the chain has it. */
export interface EncryptedLicence {
  facts: LicenceFacts;
  /** SHA-256 of the encrypted file. */
  encrypted: Buffer;
  /** Of the encrypted file in bytes, where the chain says it. */
  size: number | undefined;
  /** Media type of what is in it. */
  contentType: string;
  owner: RawAddress;
}

/** The licences on the chain that is followed. */
export interface ChainLicences extends Omit<Holdings, 'owners'> {
  /** Wallets whose keys this node has. */
  signers: ReadonlyMap<RawAddress, SigningWallet>;
  /** All wallets of this node's owner. */
  owners: readonly RawAddress[];
  /** Whether all that the chain says is known here. */
  isComplete: boolean;
  /** @returns undefined when there is none, or its content is not encrypted */
  licence(address: RawAddress): EncryptedLicence | undefined;
}

/** Stores the files and keys that were bought. */
export interface DeliveredContents {
  isStored(encrypted: Buffer): boolean;
  /** @param keyHash in hexadecimal digits */
  hasKey(encrypted: Buffer, keyHash: string): boolean;
  /** Whether there is a key of another hash. @param keyHash as above */
  hasOtherKey(encrypted: Buffer, keyHash: string): boolean;
  /** Throws when the stored key opens the stored file. @throws NodeError `key_invalid` */
  refuseOtherKey(encrypted: Buffer): Promise<void>;
  /** Whether the key that is here came by delivery, as receipts do. */
  isDelivered(encrypted: Buffer): boolean;
  /** @param key `AGE-SECRET-KEY-1…`, of the hash that the chain has */
  keepKey(licence: EncryptedLicence, key: string): void;
  /** Checks that the key opens the stored file: its header and its end. @throws NodeError `content_damaged`, `key_invalid` */
  check(licence: EncryptedLicence): Promise<void>;
  /** Protects the file from eviction, or allows it again. */
  setKept(encrypted: Buffer, kept: boolean): void;
}
