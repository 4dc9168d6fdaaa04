import type { Settings } from '../../contract/settings.ts';
import type { RawAddress } from '../../core/ton/ton-address.ts';
import type { ChainContent, ChainLicence, ChainNetwork } from '../chain/index.ts';
import type { WalletReply } from './order.ts';

/** Ports of the orders to the rest of the node. */

/** What the index knows of this chain's market. */
export interface Market {
  /** Of several contents with one file the first counts; of one that was encrypted here, its author's own. */
  byFile(sha256: Buffer): ChainContent | undefined;
  byAddress(address: RawAddress): ChainContent | undefined;
  licence(address: RawAddress): { licence: ChainLicence; content: ChainContent } | undefined;
  /** What a wallet holds of a content. */
  licencesOf(content: ChainContent, owner: RawAddress): ChainLicence[];
}

/** An encrypted file that is for sale. */
export interface EncryptedFile {
  sha256: Buffer;
  /** Bytes. */
  size: number;
  /** Of the plain bytes. */
  contentType: string;
  /** SHA-256 of the key. */
  keyHash: Buffer;
}

export interface StoredContents {
  /** A content that is stored here and that this user may register. */
  find(sha256: Buffer, user: string): { size: number; contentType: string } | undefined;
  isBlocked(sha256: Buffer): boolean;
  /** Returns the encrypted files that were made of a content here. */
  encryptedOf(sha256: Buffer): readonly Buffer[];
  /** Returns whether a file is such an encrypted file. */
  isEncrypted(sha256: Buffer): boolean;
  /** Returns whether a file is a plain file that is sold. */
  isRestricted(sha256: Buffer): boolean;
  /** Whether it was encrypted here, so that nobody else can have been the first to register it honestly. */
  isMadeHere(sha256: Buffer): boolean;
  /**
   * Encrypts a content, which is restricted from now on, and returns the file to register.
   * @throws NodeError `encrypting` while it is being made, `not_yours`, `content_not_found`, `insufficient_storage`
   */
  encrypt(sha256: Buffer, user: string): Promise<EncryptedFile>;
  /** Lifts the restriction of a content that is registered without a price. @throws NodeError `order_open` */
  liftRestriction(sha256: Buffer, user: string): Promise<void>;
  /** Returns why a stored file cannot be a cover; undefined: it can. */
  coverProblem(sha256: Buffer): Promise<string | undefined>;
  /** Where wallets and markets find a cover. */
  coverUrl(sha256: Buffer): string | undefined;
}

/** Whose wallet it is: each session of a user has its own. */
export interface WalletHolder {
  user: string;
  sessionId: string;
}

/** What a wallet is asked to sign and send (TON Connect, `sendTransaction`). */
export interface WalletTransaction {
  /** Unix seconds. */
  validUntil: number;
  /** The global id of the network. */
  network: string;
  from: string;
  messages: { address: string; amount: string; payload: string }[];
}

/** Wallets that are connected by TON Connect. */
export interface ConnectedWallets {
  /** The wallet that is connected in that session. */
  of(holder: WalletHolder): RawAddress | undefined;
  /** Resolves when it has replied, or cannot any more; undefined where none, or another one, is connected. */
  ask(
    holder: WalletHolder,
    transaction: WalletTransaction,
  ): Promise<Exclude<WalletReply, 'asked'>> | undefined;
}

export interface OrderSettings {
  network: ChainNetwork;
  /** The settings as they are now. */
  limits: () => Pick<
    Settings['chain'],
    'sponsor_registrations' | 'sponsor_daily_limit' | 'token_daily_limit'
  >;
}
