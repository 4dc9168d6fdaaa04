import { isDeepStrictEqual } from 'node:util';
import type { Message } from '../../../contract/messages/message.ts';
import type { TonProofInput } from '../../../contract/node-api/auth.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Awaitable } from '../../../core/concurrency/awaitable.ts';
import type { Logger } from '../../../core/log/logger.ts';
import type { SharedConnections } from '../repository/shared-connections.ts';
import type { TonConnectRepository, TonConnectRow } from '../repository/ton-connect-repository.ts';
import type { Requester } from '../sign-in-store.ts';
import { idOfToken } from '../tokens/api-tokens.ts';
import type { WalletFeatures } from './wallet-answer.ts';
import type { WalletApp } from './wallets.ts';

/** Key of a connection: there is one for each session of a user. */
export interface ConnectionKey {
  user: string;
  sessionId: string;
}

export const keyOf = ({ user, sessionId }: ConnectionKey): string => JSON.stringify([user, sessionId]);

/** The session id of the dashboard's own connection. */
export const dashboardSessionId = 'dashboard';

/** Returns who holds a connection: its session id is that of the dashboard, of an API token, or of a session. */
export function toRequester({ user, sessionId }: ConnectionKey): Requester {
  if (sessionId === dashboardSessionId) return { type: 'dashboard' };
  const token = idOfToken(sessionId);
  return token === undefined
    ? { type: 'session', id: sessionId, userId: user }
    : { type: 'token', id: token };
}

/** Returns whether the session of a connection has ended, or uses another one. */
export const isOver = async (
  row: TonConnectRow,
  { mayAct, shared }: Pick<TonConnectOptions, 'mayAct' | 'shared'>,
): Promise<boolean> => !(await mayAct(row)) || shared?.isCurrent(row) === false;

/** A proof for another node, which links no wallet here; after a restart the node does not wait for it any more. */
export interface ForeignProof {
  payload: string;
  /** @throws NodeError that is shown to the person */
  take: (proof: TonProofInput) => Promise<void>;
}

/**
 * Verifies that a wallet signed this proof for this domain and links the wallet to the user, if the requester's session
 * is still valid.
 */
type LinkWallet = (
  session: ConnectionKey,
  proof: TonProofInput,
  domain: string,
) => Promise<{ address: string }>;

export interface TonConnectOptions {
  repository: TonConnectRepository;
  /** The connections of all replicas; absent without replicas. */
  shared?: SharedConnections | undefined;
  /** The wallets that people may connect, the default first. */
  wallets: WalletApp[];
  /** Verifies a proof, and links its wallet. @throws NodeError for an invalid proof */
  linkWallet: LinkWallet;
  /** Returns whether the session is still valid, which every connection requires. */
  mayAct: (session: ConnectionKey) => Awaitable<boolean>;
  clock: Clock;
  logger: Logger;
  /** Called when the result of `connectionOf` may have changed. */
  onChange: () => void;
  /** Lifetime of a link. */
  linkLifetimeMs?: number;
  /** Delay before the worker is restarted after a failure. */
  restartDelayMs?: number;
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
const toWalletConnection = (
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

/** What is known of connections only while this process has them, by their ids. */
export class ConnectionFacts {
  /** Current problems of connections' bridges. */
  readonly #problems = new Map<string, Message>();
  /** Features of connected wallets, which each states when it connects and when the SDK restores it. */
  readonly #features = new Map<string, WalletFeatures>();

  problemOf(id: string): Message | null {
    return this.#problems.get(id) ?? null;
  }

  /** Returns whether the problem is another one than before. */
  setProblem(id: string, problem: Message | undefined): boolean {
    if (isDeepStrictEqual(this.#problems.get(id), problem)) return false;
    if (problem === undefined) this.#problems.delete(id);
    else this.#problems.set(id, problem);
    return true;
  }

  setFeatures(id: string, features: WalletFeatures): void {
    this.#features.set(id, features);
  }

  forget(id: string): void {
    this.#problems.delete(id);
    this.#features.delete(id);
  }

  describe(row: TonConnectRow): WalletConnection {
    return toWalletConnection(row, this.#problems.get(row.id), this.#features.get(row.id));
  }
}
