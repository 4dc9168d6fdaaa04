import type { Message } from '../../../contract/messages/message.ts';
import type { WalletApp } from './wallets.ts';

/** The SDK's storage of one connection, key by key. */
export type SdkState = Record<string, string>;

/** Start parameters of the worker. */
export interface WorkerSetUp {
  wallets: WalletApp[];
}

/** Request to a wallet to sign and send a transaction (TON Connect, `sendTransaction`). */
export interface WalletTransaction {
  /** Unix seconds. */
  validUntil: number;
  /** The global id of the network. */
  network: string;
  /** The wallet's address; other wallets are not asked. */
  from: string;
  /** Addresses friendly and bounceable, as the SDK requires; amounts in nanograms, payloads base64 of a BoC. */
  messages: { address: string; amount: string; payload: string }[];
}

/**
 * Result of a transaction request to a wallet. `signed`: the wallet reports that it was sent, which only the chain
 * proves; `undelivered`: the wallet was not asked; `unanswered`: it was asked and may still sign until the request
 * expires; `wrong_network`: the wallet is on another network and was not asked.
 */
export type WalletReply = 'signed' | 'declined' | 'undelivered' | 'unanswered' | 'wrong_network';

/** Requests to the worker; `id` identifies one connection. */
export type ToWorker =
  /** Replaces the wallets, whose bridges alone are asked. */
  | { type: 'wallets'; wallets: WalletApp[] }
  | { type: 'connect'; id: string; wallet: WalletApp; manifestUrl: string; payload: string }
  /** Restores a connection or a link of an earlier run of the node. */
  | { type: 'restore'; id: string; manifestUrl: string; state: SdkState }
  | { type: 'send'; id: string; request: string; transaction: WalletTransaction }
  /** Disconnects the wallet, if any, and removes the connection. */
  | { type: 'end'; id: string };

/** Why a wallet did not connect: its user declined, it could not use the manifest, or something else. */
export type Refusal = 'declined' | 'manifest' | 'other';

/** Messages of the worker. Data from a wallet is unchecked. */
export type FromWorker =
  | { type: 'link'; id: string; link: string }
  | { type: 'failed'; id: string; reason: string }
  | { type: 'state'; id: string; state: SdkState }
  /** @property features of the wallet's device */
  | { type: 'wallet'; id: string; account: unknown; proof: unknown; features: unknown }
  | { type: 'refused'; id: string; refusal: Refusal }
  | { type: 'replied'; id: string; request: string; reply: WalletReply }
  | { type: 'disconnected'; id: string }
  /** Problem of the bridge; undefined once it responds. */
  | { type: 'bridge'; id: string; problem: Message | undefined }
  /** An error that the SDK did not handle. */
  | { type: 'escaped'; reason: string };
