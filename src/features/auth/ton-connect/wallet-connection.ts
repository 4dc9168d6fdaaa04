import type { TonConnectRow } from '../repository/ton-connect-repository.ts';

/** A TON Connect session of a user, as it stands. */
export interface WalletConnection {
  state: TonConnectRow['state'];
  walletAppName: string;
  /** For the wallet, as a link or a QR code. */
  connectionLink: string;
  /** Until when the link is good, in milliseconds. */
  expiresAt: number;
  /** The wallet's address once it is connected. */
  address: string | null;
  /** Why it failed, or what hinders it, for a person. */
  message: string | null;
}

/** Describes a connection. @param problem what hinders its bridge now */
export const toWalletConnection = (
  { state, walletApp, link, expiresAt, address, message }: TonConnectRow,
  problem: string | undefined,
): WalletConnection => ({
  state,
  walletAppName: walletApp,
  connectionLink: link,
  expiresAt,
  address,
  message: message ?? problem ?? null,
});
