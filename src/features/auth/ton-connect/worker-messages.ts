import type { WalletApp } from './wallets.ts';

/** What the SDK keeps of one connection: its storage, key by key. */
export type SdkState = Record<string, string>;

/** What the worker is started with. */
export interface WorkerSetUp {
  wallets: WalletApp[];
}

/** What a wallet is asked to sign and send (TON Connect, `sendTransaction`). */
export interface WalletTransaction {
  /** Unix seconds. */
  validUntil: number;
  /** The global id of the network: −239 mainnet, −3 testnet and the embedded chain. */
  network: string;
  /** The wallet's address; it asks no other one. */
  from: string;
  /** Addresses friendly and bounceable, which the SDK insists on; amounts in nanoTON, payloads base64 of a BoC. */
  messages: { address: string; amount: string; payload: string }[];
}

/**
 * What became of a transaction that a wallet was asked for: `signed` says that it was sent, which only the chain
 * proves; `undelivered`: the wallet was not asked; `unanswered`: it was, and may still sign until the request expires;
 * `wrong_network`: the wallet is on another network, and was not asked.
 */
export type WalletReply = 'signed' | 'declined' | 'undelivered' | 'unanswered' | 'wrong_network';

/** What the main thread asks of the worker; `id` names one connection. */
export type ToWorker =
  | { type: 'connect'; id: string; wallet: WalletApp; manifestUrl: string; payload: string }
  /** Takes up a connection or a link that an earlier run of the node left. */
  | { type: 'restore'; id: string; manifestUrl: string; state: SdkState }
  | { type: 'send'; id: string; request: string; transaction: WalletTransaction }
  /** Tells the wallet, where one is connected, and forgets the connection. */
  | { type: 'end'; id: string };

/** Why a wallet did not connect: its person declined, it could not use the manifest, or something else. */
export type Refusal = 'declined' | 'manifest' | 'other';

/** What the worker tells. What comes from a wallet is unchecked. */
export type FromWorker =
  | { type: 'link'; id: string; link: string }
  | { type: 'failed'; id: string; reason: string }
  | { type: 'state'; id: string; state: SdkState }
  | { type: 'wallet'; id: string; account: unknown; proof: unknown }
  | { type: 'refused'; id: string; refusal: Refusal }
  | { type: 'replied'; id: string; request: string; reply: WalletReply }
  | { type: 'disconnected'; id: string }
  /** What hinders the bridge, for a person; undefined once it answers. */
  | { type: 'bridge'; id: string; problem: string | undefined }
  /** An error that the SDK let escape. */
  | { type: 'escaped'; reason: string };
