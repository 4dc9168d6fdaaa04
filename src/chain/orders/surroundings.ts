import type { Settings } from '../../contract/settings.ts';
import type { RawAddress } from '../../core/ton-address.ts';
import type { ChainContent, ChainLicence } from '../../db/chain-rows.ts';
import type { WalletReply } from '../../db/intent-rows.ts';
import type { ChainNetwork } from '../wallets/service-wallet.ts';

/** What orders need of the rest of the node. */

/** What the index knows of this chain's market. */
export interface Market {
  /** Of several contents with one file the first counts. */
  byFile(sha256: Buffer): ChainContent | undefined;
  byAddress(address: RawAddress): ChainContent | undefined;
  licence(address: RawAddress): { licence: ChainLicence; content: ChainContent } | undefined;
  /** What a wallet holds of a content. */
  licencesOf(content: ChainContent, owner: RawAddress): ChainLicence[];
}

export interface StoredContents {
  /** A content that is stored here and that this user may register. */
  find(sha256: Buffer, user: string): { size: number; contentType: string } | undefined;
  isBlocked(sha256: Buffer): boolean;
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
