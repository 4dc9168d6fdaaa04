import type { Message } from '../../../contract/messages/message.ts';
import type { TonProofInput } from '../../../contract/node-api/auth.ts';
import type { TonConnectRow } from '../repository/ton-connect-repository.ts';
import type { WalletFeatures } from './wallet-answer.ts';

/** Key of a connection: there is one for each session of a user. */
export interface ConnectionKey {
  user: string;
  sessionId: string;
}

/** A proof for another node, which links no wallet here; after a restart the node does not wait for it any more. */
export interface ForeignProof {
  payload: string;
  /** @throws NodeError that is shown to the person */
  take: (proof: TonProofInput) => Promise<void>;
}

/** Parameters of a new connection. */
export interface NewConnection extends ConnectionKey {
  /** The first of the list by default. */
  walletAppName?: string | undefined;
  /** Manifest that the wallet shows; proofs are for its host. */
  manifestUrl: string;
  /** The connection ends once this proof is used. */
  foreign?: ForeignProof;
}

/** State of a user's TON Connect session. */
export interface WalletConnection {
  state: TonConnectRow['state'];
  walletAppName: string;
  /** Link for the wallet, which the app also shows as a QR code. */
  connectionLink: string;
  /** Expiry of the link in milliseconds. */
  expiresAt: number;
  /** The wallet's address after it has connected. */
  address: string | null;
  /** Known while the wallet is connected. */
  features: WalletFeatures | null;
  /** Reason of a failure or problem. */
  message: Message | null;
}

/**
 * Describes a connection.
 * @param problem current problem of its bridge
 * @param features of the wallet, as far as it has stated them in this run
 */
export const toWalletConnection = (
  { state, walletApp, link, expiresAt, address, message }: TonConnectRow,
  problem: Message | undefined,
  features: WalletFeatures | undefined,
): WalletConnection => ({
  state,
  walletAppName: walletApp,
  connectionLink: link,
  expiresAt,
  address,
  features: (state === 'connected' && features) || null,
  message: message ?? problem ?? null,
});
