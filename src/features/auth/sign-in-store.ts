import type { RawAddress } from '../../core/ton/ton-address.ts';
import type { AdmissionRules } from './admission.ts';
import type { ProvenWallet } from './proof/verify-ton-proof.ts';

/** Stored user; the owner has the id `owner`. Times in milliseconds, addresses raw. */
export interface UserRow {
  id: string;
  telegramId: number | null;
  username: string | null;
  firstName: string | null;
  lastName: string | null;
  /** The linked wallet in use. */
  selectedWallet: string | null;
  /** The wallet that the user named without a proof; used instead of the selected one. */
  unprovenWallet: string | null;
  createdAt: number;
}

/** A wallet that a user has proven. Times in milliseconds, the address raw. */
export interface WalletRow {
  userId: string;
  address: string;
  /** Version of the wallet contract, e.g. `v5R1`. */
  version: string;
  /** 0 while it is unlinked. */
  linked: 0 | 1;
  firstProvenAt: number;
  provenAt: number;
}

/** Stored session with only the hash of its token. Times in milliseconds. */
export interface SessionRow {
  tokenSha256: Buffer;
  id: string;
  userId: string;
  /** The wallet whose proof began it, raw; null for Telegram alone. */
  wallet: string | null;
  createdAt: number;
  lastUsedAt: number;
  expiresAt: number;
  endedAt: number | null;
}

/** Profile of a user from Telegram; it may change. */
export type TelegramProfile = Pick<UserRow, 'username' | 'firstName' | 'lastName'> & { telegramId: number };

/** A user with all wallets that they ever proved, including unlinked ones, the oldest first. */
export interface Account {
  user: UserRow;
  wallets: readonly WalletRow[];
}

/** Number of a user's sessions and time of the last use. */
export interface SessionSummary {
  sessions: number;
  lastUsedAt: number | null;
}

/** Position after a row of a page: its time and id. */
export interface UserPosition {
  createdAt: number;
  id: string;
}

/** Who asks for a wallet connection: the dashboard, an API token, or a session. */
export type Requester =
  | { type: 'dashboard' }
  | { type: 'token'; id: string }
  | { type: 'session'; id: string; userId: string };

/** What every sign-in needs: who may sign in, and ids in case that the user or the session is new. */
interface SignInCommand {
  admission: AdmissionRules;
  newUserId: string;
  session: Pick<SessionRow, 'tokenSha256' | 'id'>;
  now: number;
}

export interface WalletSignIn extends SignInCommand {
  /** What the wallet signed, which can be used once: a challenge, or the token of the user's session. */
  payload:
    | { type: 'challenge'; sha256: Buffer; expiresAt: number }
    | { type: 'session'; id: string; userId: string };
  wallet: ProvenWallet;
  /** The Telegram id that was proven, too; with the profile, or as the challenge names it. */
  telegram: TelegramProfile | Pick<TelegramProfile, 'telegramId'> | undefined;
}

export type WalletSignInResult =
  | { outcome: 'signed_in'; account: Account }
  /** The payload was used before. */
  | { outcome: 'used' }
  /** The session and the Telegram id belong to different users. */
  | { outcome: 'other_user' }
  | { outcome: 'not_admitted'; hasOwner: boolean }
  | { outcome: 'too_many_wallets' };

export interface TelegramSignIn extends SignInCommand {
  profile: TelegramProfile;
}

export type SignOutResult =
  /** With the account as it was before. */
  | { outcome: 'ended'; session: SessionRow; account: Account }
  | { outcome: 'ended_before' }
  | { outcome: 'unknown' };

export interface WalletLink {
  userId: string;
  wallet: ProvenWallet;
  requester: Requester;
  admission: AdmissionRules;
  now: number;
}

/** Stores users, their wallets, sessions, and used challenges. Each method is one transaction. */
export interface SignInStore {
  /** Returns a valid session with its user, and prolongs it soon, with a precision of a minute. */
  use(tokenSha256: Buffer, now: number): { session: SessionRow; account: Account } | undefined;
  /** Prolongs the sessions that were used, which would happen some seconds later. */
  writeUses(): Promise<void>;
  /** Returns a valid session without prolonging it, also one that has just begun on another replica. */
  find(tokenSha256: Buffer, now: number): Promise<SessionRow | undefined>;
  /** Returns whether the token or session still exists, and its user may still sign in. */
  mayAct(requester: Requester, admission: AdmissionRules, now: number): Promise<boolean>;
  /**
   * Uses the payload up, identifies the user, or adds one, links and selects the wallet, stores the Telegram id unless
   * another user has it, and begins a session. Changes nothing unless the outcome is `signed_in`.
   */
  signInWithWallet(command: WalletSignIn): Promise<WalletSignInResult>;
  /** Begins a session of the user with this Telegram id, or of a new one. @returns undefined when they may not sign in */
  signInWithTelegram(command: TelegramSignIn): Promise<Account | undefined>;
  /** Ends a session and disconnects the wallet in use: forgets an unproven one, or unlinks the selected one. */
  signOut(tokenSha256: Buffer, now: number): Promise<SignOutResult>;
  /** Links a wallet to a user and selects it, if the requester may still act. */
  linkWallet(command: WalletLink): Promise<Account | 'signed_out' | 'too_many_wallets'>;
  /**
   * Selects a linked wallet of a user.
   * @param orUnproven uses a wallet that is not linked as the unproven one, instead of the one before
   * @returns undefined when the wallet is not linked
   */
  useWallet(userId: string, address: RawAddress, orUnproven: boolean): Promise<Account | undefined>;
  /** Unlinks a wallet until it is proven again, and deselects it; `false` when it was not linked. */
  unlinkWallet(userId: string, address: RawAddress): Promise<boolean>;
  /**
   * Removes a wallet, so that its proof no longer identifies the user, and ends the sessions that it began.
   * @returns `false` when the user never proved it
   */
  forgetWallet(userId: string, address: RawAddress, now: number): Promise<boolean>;
  /** Removes a user's Telegram id and profile, and ends the sessions that began with Telegram alone. */
  forgetTelegram(userId: string, now: number): Promise<void>;
  /** Ends all sessions of a user; `false` when there is no such user. */
  endSessions(userId: string, now: number): Promise<boolean>;
  account(userId: string): Promise<Account | undefined>;
  /** Returns a page of users, newest first, and the number of all, both without the owner. */
  page(
    after: UserPosition | undefined,
    limit: number,
    now: number,
  ): Promise<{ accounts: (Account & SessionSummary)[]; total: number }>;
}

/** Lifetime of a session after its last use. */
export const signInSessionLifetimeMs = 30 * 24 * 60 * 60 * 1000;

/** Limit of the sessions of a user, because every sign-in creates one. The least recently used ones go. */
export const sessionsPerUser = 100;

/** Limit of the wallets of a user, because every request of the user reads them. */
export const walletsPerUser = 100;

/**
 * Time for which used challenges are kept after their expiry, because setting the clock back makes them valid again.
 */
export const spentRetentionMs = 24 * 60 * 60 * 1000;
