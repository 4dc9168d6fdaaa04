import type { Message } from '../../../contract/messages/message.ts';
import type { TonConnectRow } from '../repository/ton-connect-repository.ts';

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
  /** Reason of a failure or problem. */
  message: Message | null;
}

/**
 * Describes a connection.
 * @param problem current problem of its bridge
 */
export const toWalletConnection = (
  { state, walletApp, link, expiresAt, address, message }: TonConnectRow,
  problem: Message | undefined,
): WalletConnection => ({
  state,
  walletAppName: walletApp,
  connectionLink: link,
  expiresAt,
  address,
  message: message ?? problem ?? null,
});
