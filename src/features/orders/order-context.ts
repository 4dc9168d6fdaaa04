import type { ConstantMessageId } from '../../contract/messages/message.ts';
import type { Settings } from '../../contract/settings.ts';
import type { RawAddress } from '../../core/ton/ton-address.ts';
import type { Registrant } from '../../crypto/age/registrant.ts';
import type { ChainContent, ChainFees, ChainLicence, ChainNetwork } from '../chain/index.ts';
import type { WalletReply } from './order.ts';

// Ports of the orders to other features.

/** Queries the index of this chain's market. */
export interface Market {
  /** Returns the registration of a file: the earliest, or the author's own if this node encrypted the file. */
  byFile(sha256: Buffer): ChainContent | undefined;
  byAddress(address: RawAddress): ChainContent | undefined;
  licence(address: RawAddress): { licence: ChainLicence; content: ChainContent } | undefined;
  /** Returns the licences that a wallet holds of a content. */
  licencesOf(content: ChainContent, owner: RawAddress): ChainLicence[];
}

/** The followed platform and its successors. */
export interface FollowedPlatforms {
  /** Returns the platforms with indexed contents, the oldest first. */
  platforms(): readonly RawAddress[];
  /** Returns the platform in which new contents are registered. */
  newest(): RawAddress;
  /** Starts following these verified successors, the oldest first. */
  follow(successors: readonly RawAddress[]): Promise<void>;
}

/** An encrypted file that is for sale. */
export interface EncryptedFile {
  sha256: Buffer;
  /** Bytes. */
  size: number;
  /** Media type of the plain file. */
  contentType: string;
  /** SHA-256 of the key. */
  keyHash: Buffer;
  /** The public manifest of a collection. */
  publicManifest?: Buffer | undefined;
}

export interface StoredContents {
  /** Finds a content that is stored here and that this user may register. */
  find(sha256: Buffer, user: string): { size: number; contentType: string } | undefined;
  isBlocked(sha256: Buffer): boolean;
  /** Returns the encrypted files that this node made from a content. */
  encryptedOf(sha256: Buffer): readonly Buffer[];
  /** Returns the plain file from which this node made an encrypted file. */
  plainOf(encrypted: Buffer): Buffer | undefined;
  /** Returns whether a file is encrypted and its key is stored here. */
  isEncrypted(sha256: Buffer): boolean;
  /** Returns whether a file is a plain file that is sold. */
  isRestricted(sha256: Buffer): boolean;
  /** Returns whether this node encrypted a file, so that others cannot have registered it legitimately before. */
  isEncryptedHere(sha256: Buffer): boolean;
  /**
   * Encrypts and restricts a content.
   * @returns the file to register
   * @throws NodeError `encrypting` while encryption is in progress, `not_yours`, `content_not_found`,
   *   `insufficient_storage`
   */
  encrypt(sha256: Buffer, user: string, registrant: Registrant | undefined): Promise<EncryptedFile>;
  /** Checks that the sale for which a file was encrypted has not ended meanwhile. @throws NodeError `encrypting` */
  checkForSale(encrypted: Buffer): void;
  /** Returns the wallet that a stored file names as the sender of its registration. */
  registrantOf(sha256: Buffer): Registrant | undefined;
  /** Lifts the restriction of a content that is registered without a price. @throws NodeError `order_open` */
  liftRestriction(sha256: Buffer, user: string): Promise<void>;
  /** Returns why a stored file cannot be a cover; undefined: it can. */
  coverProblem(sha256: Buffer): Promise<ConstantMessageId | undefined>;
  /** Returns why a stored file cannot be the preview of a content of this type; undefined: it can. */
  previewProblem(sha256: Buffer, contentType: string): ConstantMessageId | undefined;
  /** Returns the URL of a cover or preview for wallets and markets. */
  publicUrl(sha256: Buffer): string | undefined;
}

/** Identifies a wallet connection: each session of a user has its own. */
export interface WalletConnectionKey {
  user: string;
  sessionId: string;
}

/** Request to a wallet to sign and send (TON Connect, `sendTransaction`). */
export interface WalletTransaction {
  /** Unix seconds. */
  validUntil: number;
  /** The global id of the network. */
  network: string;
  from: string;
  messages: { address: string; amount: string; payload: string }[];
}

/** Wallets that are connected through TON Connect. */
export interface ConnectedWallets {
  /** Returns the wallet that is connected in that session. */
  of(key: WalletConnectionKey): RawAddress | undefined;
  /**
   * Asks the wallet to send. Resolves with its reply, or with what is known when it can no longer reply. Returns undefined
   * if this wallet is not connected.
   */
  ask(
    key: WalletConnectionKey,
    transaction: WalletTransaction,
  ): Promise<Exclude<WalletReply, 'asked'>> | undefined;
}

/** Fees of the chain, from its configuration. */
export type OrderFees = Pick<ChainFees, 'refresh' | 'check' | 'sending'>;

export interface OrderSettings {
  network: ChainNetwork;
  /** Returns the current settings. */
  limits: () => Pick<
    Settings['chain'],
    'sponsor_registrations' | 'sponsor_daily_limit' | 'token_daily_limit'
  >;
}
