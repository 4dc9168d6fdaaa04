import type { LicenceFacts } from '../../contract/receipt.ts';
import type { RawAddress } from '../../core/ton/ton-address.ts';
import type { AgeIdentity } from '../../crypto/age/keys/x25519.ts';
import type { RemoteWallet } from '../public-nodes/index.ts';
import type { LicenceSelection } from './repository/delivery-repository.ts';

/** A licence of an encrypted content on the chain. */
export interface EncryptedLicence {
  facts: LicenceFacts;
  /** SHA-256 of the encrypted file. */
  encrypted: Buffer;
  /** Size of the encrypted file in bytes, if the chain states it. */
  size: number | undefined;
  /** Media type of the plain file. */
  contentType: string;
  owner: RawAddress;
  /** X25519 public key that the last change of the owner named. */
  deliverTo: Buffer | undefined;
}

/**
 * Credentials with which this node requests the key of a licence: a sign-in of the wallet that holds it, or the
 * identity of the order's recipient.
 */
export type KeyAccess = { wallet: RemoteWallet } | { identity: AgeIdentity };

/** Licences on the followed chain. */
export interface ChainLicences extends Omit<LicenceSelection, 'owners'> {
  /** Returns the credentials for the key of a licence of its owner. */
  accessTo(licence: EncryptedLicence): KeyAccess;
  /** All wallets of this node's owner. */
  owners: readonly RawAddress[];
  /** Whether the index is up to date with the chain. */
  isComplete: boolean;
  /**
   * Returns a licence by address.
   * @returns undefined when there is none, or its content is not encrypted
   */
  licence(address: RawAddress): EncryptedLicence | undefined;
}

/** A content of a sold collection. */
export interface DeliveredPart {
  /** SHA-256 of the list of keys that names it. */
  collection: Buffer;
  encrypted: Buffer;
  title: string;
  /** Media type and size of the plain file, as the seller stated them. */
  contentType: string;
  plainSize: number;
  /** Length of sound or film, as the seller stated it. */
  durationMs: number | null;
}

/** Stores purchased files and keys. */
export interface DeliveredContents {
  isStored(encrypted: Buffer): boolean;
  /**
   * Returns whether the key of a file is stored.
   * @param keyHash in hexadecimal digits
   */
  hasKey(encrypted: Buffer, keyHash: string): boolean;
  /**
   * Returns whether a key with another hash is stored.
   * @param keyHash in hexadecimal digits
   */
  hasOtherKey(encrypted: Buffer, keyHash: string): boolean;
  /**
   * Refuses another key if the stored key decrypts the stored file.
   * @throws NodeError `key_invalid`
   */
  refuseOtherKey(encrypted: Buffer): Promise<void>;
  /** Returns whether the stored key was delivered, together with a receipt. */
  isDelivered(encrypted: Buffer): boolean;
  /**
   * Stores the key of a licence.
   * @param key `AGE-SECRET-KEY-1…`, with the hash registered on the chain
   */
  keepKey(licence: EncryptedLicence, key: string): Promise<void>;
  /**
   * Checks that the key decrypts header and end of the stored file.
   * @throws NodeError `content_damaged`, `key_invalid`
   */
  check(licence: EncryptedLicence): Promise<void>;
  /**
   * Opens a delivered collection that is sold as one.
   * @returns the encrypted files of its contents, without blocked ones; empty for any other content
   * @throws NodeError `key_invalid`
   */
  openParts(licence: EncryptedLicence): Promise<DeliveredPart[]>;
  /** Returns the same of an opened collection. */
  partsOf(encrypted: Buffer): DeliveredPart[];
  /**
   * Keeps the stored file of such a content.
   * @throws NodeError `key_invalid` for a content of another seller, and for a wrong key
   */
  keepPart(part: DeliveredPart): Promise<void>;
  /** Shows a bought collection among the owner's collections, unless it is there, and requests its cover. */
  collect(encrypted: Buffer): Promise<void>;
  /** Gives a bought file the cover of its registration. */
  describe(encrypted: Buffer): Promise<void>;
  /** Protects a file from eviction, or ends this protection. */
  pin(encrypted: Buffer, pinned: boolean): Promise<void>;
}
