import type { Message } from '../../../contract/messages/message.ts';
import type { TonConnectRow } from '../repository/ton-connect-repository.ts';
import type { WalletFeatures } from './wallet-answer.ts';

/** State of a user's TON Connect session. */
export interface WalletConnection {
  state: TonConnectRow['state'];
  walletAppName: string;
  /** For the wallet, as a link or a QR code. */
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
