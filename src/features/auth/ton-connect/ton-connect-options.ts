import type { TonProofInput } from '../../../contract/node-api/auth.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Logger } from '../../../core/log/logger.ts';
import type { TonConnectRepository } from '../repository/ton-connect-repository.ts';
import type { ConnectionKey } from './wallet-connection.ts';
import type { WalletApp } from './wallets.ts';

/**
 * Verifies that a wallet signed this proof for this domain and links the wallet to the user, if the requester's session
 * is still valid.
 */
type LinkWallet = (
  holder: ConnectionKey,
  proof: TonProofInput,
  domain: string,
) => Promise<{ address: string }>;

export interface TonConnectOptions {
  repository: TonConnectRepository;
  /** The wallets that people may connect, the default first. */
  wallets: WalletApp[];
  /** Verifies a proof, and links its wallet. @throws NodeError for an invalid proof */
  linkWallet: LinkWallet;
  /** Returns whether the session is still valid, which every connection requires. */
  mayAct: (holder: ConnectionKey) => boolean;
  clock: Clock;
  logger: Logger;
  /** Called when the result of `connectionOf` may have changed. */
  onChange: () => void;
  /** Lifetime of a link. */
  linkLifetimeMs?: number;
  /** Delay before the worker is restarted after a failure. */
  restartDelayMs?: number;
}
