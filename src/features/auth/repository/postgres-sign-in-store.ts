import { ownerId } from '../../../core/caller.ts';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import type { PostgresDatabase } from '../../../platform/postgres/postgres-database.ts';
import type { AdmissionRules } from '../admission.ts';
import {
  admitsUser,
  hasIdentity,
  isValidSession,
  mayHaveTelegram,
  mayLinkWallet,
  profileToStore,
} from '../sign-in-rules.ts';
import {
  type Account,
  type Requester,
  type SessionRow,
  type SessionSummary,
  type SignInStore,
  type SignOutResult,
  signInSessionLifetimeMs,
  type TelegramSignIn,
  type UserPosition,
  type WalletLink,
  type WalletSignIn,
  type WalletSignInResult,
} from '../sign-in-store.ts';
import { usePrecisionMs } from '../tokens/token-store.ts';
import { accountColumns, PostgresSignInRows, sessionColumns } from './postgres-sign-in-rows.ts';

const isLive = 's.token_sha256 = $1 AND s.ended_at IS NULL AND s.expires_at > $2';

/** One round trip, which writes once a minute; $1 hash, $2 now. */
const useSql = `
  WITH prolonged AS (
    UPDATE sessions s SET last_used_at = $2::bigint, expires_at = $2::bigint + ${signInSessionLifetimeMs}
    WHERE ${isLive} AND $2::bigint - s.last_used_at > ${usePrecisionMs}
  )
  SELECT ${sessionColumns}, ${accountColumns} FROM sessions s JOIN users u ON u.id = s.user_id WHERE ${isLive}`;

/**
 * Stores what sign-in needs for several replicas. A transaction locks the wallet's address and the Telegram id, which
 * may belong to nobody yet, and the rows of the users that it may change.
 */
export class PostgresSignInStore implements SignInStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async use(
    tokenSha256: Buffer,
    now: number,
  ): Promise<{ session: SessionRow; account: Account } | undefined> {
    const [row] = await this.#database.query<SessionRow & Account>(useSql, [tokenSha256, now]);
    if (row === undefined) return undefined;
    const { user, wallets, ...session } = row;
    return { session, account: { user, wallets } };
  }

  async find(tokenSha256: Buffer, now: number): Promise<SessionRow | undefined> {
    const [row] = await this.#database.query<SessionRow>(
      `SELECT ${sessionColumns} FROM sessions s WHERE ${isLive}`,
      [tokenSha256, now],
    );
    return row;
  }

  async mayAct(requester: Requester, admission: AdmissionRules, now: number): Promise<boolean> {
    return await this.#transaction((rows) => mayAct(rows, requester, admission, now));
  }

  async signInWithWallet(command: WalletSignIn): Promise<WalletSignInResult> {
    return await this.#transaction(async (rows) => {
      const { payload, wallet, telegram } = command;
      await rows.lock({
        wallet: wallet.address,
        telegramId: telegram?.telegramId,
        ...(payload.type === 'session' && { userId: payload.userId }),
      });
      return await signInWithWallet(rows, command);
    });
  }

  async signInWithTelegram(command: TelegramSignIn): Promise<Account | undefined> {
    const { profile, admission, newUserId, session, now } = command;
    const { telegramId } = profile;
    return await this.#transaction(async (rows) => {
      await rows.lock({ telegramId });
      const id = await rows.findByTelegram(telegramId);
      const known = id === undefined ? undefined : await rows.get(id);
      if (!admitsUser(admission, known, { telegramId })) return undefined;
      const userId = known?.user.id ?? (await rows.addUser(newUserId, now));
      await rows.setProfile(userId, profile);
      await rows.addSession(userId, null, session, now);
      return await rows.get(userId);
    });
  }

  async signOut(tokenSha256: Buffer, now: number): Promise<SignOutResult> {
    return await this.#transaction(async (rows) => {
      const userId = (await rows.session({ tokenSha256 }))?.userId;
      if (userId === undefined) return { outcome: 'unknown' };
      await rows.lock({ userId });
      const session = await rows.session({ tokenSha256 });
      if (!session || session.expiresAt <= now) return { outcome: 'unknown' };
      if (session.endedAt !== null) return { outcome: 'ended_before' };
      const account = await rows.get(userId);
      const { unprovenWallet, selectedWallet } = account.user;
      await rows.endSession(session.id, now);
      if (unprovenWallet !== null) await rows.setUnprovenWallet(userId, null);
      else if (selectedWallet !== null) await rows.unlink(userId, selectedWallet);
      return { outcome: 'ended', session, account };
    });
  }

  async linkWallet(command: WalletLink): Promise<Account | 'signed_out' | 'too_many_wallets'> {
    const { userId, wallet, requester, admission, now } = command;
    return await this.#transaction(async (rows) => {
      await rows.lock({ wallet: wallet.address, userId });
      if (!(await mayAct(rows, requester, admission, now))) return 'signed_out';
      if (!mayLinkWallet(await rows.get(userId), wallet.address)) return 'too_many_wallets';
      await rows.link(userId, wallet, now);
      return await rows.get(userId);
    });
  }

  async useWallet(userId: string, address: RawAddress, orUnproven: boolean): Promise<Account | undefined> {
    return await this.#transaction(async (rows) => {
      await rows.lock({ userId });
      const account = await rows.account(userId);
      const isLinked = account?.wallets.some((wallet) => wallet.address === address && wallet.linked === 1);
      if (isLinked) await rows.selectWallet(userId, address);
      else if (orUnproven) await rows.setUnprovenWallet(userId, address);
      else return undefined;
      return await rows.get(userId);
    });
  }

  async unlinkWallet(userId: string, address: RawAddress): Promise<boolean> {
    return await this.#transaction(async (rows) => {
      await rows.lock({ userId });
      return await rows.unlink(userId, address);
    });
  }

  async forgetWallet(userId: string, address: RawAddress, now: number): Promise<boolean> {
    return await this.#transaction(async (rows) => {
      await rows.lock({ wallet: address, userId });
      if (!(await rows.removeWallet(userId, address))) return false;
      await rows.endSessionsOfWallet(userId, address, now);
      return true;
    });
  }

  async forgetTelegram(userId: string, now: number): Promise<void> {
    await this.#transaction(async (rows) => {
      await rows.lock({ userId });
      await rows.setProfile(userId, null);
      await rows.endSessionsOfWallet(userId, null, now);
    });
  }

  async endSessions(userId: string, now: number): Promise<boolean> {
    return await this.#transaction(async (rows) => {
      await rows.lock({ userId });
      await rows.endSessionsOfUser(userId, now);
      return (await rows.account(userId)) !== undefined;
    });
  }

  async account(userId: string): Promise<Account | undefined> {
    return await new PostgresSignInRows(this.#database.query).account(userId);
  }

  async page(
    after: UserPosition | undefined,
    limit: number,
    now: number,
  ): Promise<{ accounts: (Account & SessionSummary)[]; total: number }> {
    const { createdAt, id } = after ?? { createdAt: Number.MAX_SAFE_INTEGER, id: '' };
    return await this.#database.transaction(async (query) => {
      const accounts = await query<Account & SessionSummary>(
        `SELECT ${accountColumns},
           (SELECT count(*) FROM sessions s WHERE s.user_id = u.id AND s.ended_at IS NULL AND s.expires_at > $1)
             AS sessions,
           (SELECT max(s.last_used_at) FROM sessions s WHERE s.user_id = u.id) AS "lastUsedAt"
         FROM users u WHERE u.id <> '${ownerId}' AND (u.created_at, u.id) < ($2, $3)
         ORDER BY u.created_at DESC, u.id DESC LIMIT $4`,
        [now, createdAt, id, limit],
      );
      const [row] = await query<{ total: number }>(
        `SELECT count(*) AS total FROM users WHERE id <> '${ownerId}'`,
      );
      return { accounts, total: row?.total ?? 0 };
    });
  }

  #transaction<Result>(work: (rows: PostgresSignInRows) => Promise<Result>): Promise<Result> {
    return this.#database.transaction((query) => work(new PostgresSignInRows(query)));
  }
}

async function signInWithWallet(
  rows: PostgresSignInRows,
  command: WalletSignIn,
): Promise<WalletSignInResult> {
  const { payload, wallet, telegram, admission, newUserId, session, now } = command;
  if (await isUsed(rows, payload)) return { outcome: 'used' };
  const { telegramId } = telegram ?? {};
  if (payload.type === 'session' && telegramId !== undefined) {
    const { user } = await rows.get(payload.userId);
    const holder = await rows.findByTelegram(telegramId);
    if (!mayHaveTelegram(user, telegramId, holder)) return { outcome: 'other_user' };
  }
  const proven = { wallet: wallet.address, telegramId };
  const known = await firstAdmitted(rows, command);
  const mayBeNew = payload.type === 'challenge' && admitsUser(admission, undefined, proven);
  if (known === undefined && !mayBeNew) return { outcome: 'not_admitted', hasOwner: await hasOwner(rows) };
  if (known !== undefined && !mayLinkWallet(known, wallet.address)) return { outcome: 'too_many_wallets' };
  if (!(await spend(rows, payload, now))) return { outcome: 'used' };
  const userId = known?.user.id ?? (await rows.addUser(newUserId, now));
  await rows.link(userId, wallet, now);
  if (telegram) await attachTelegram(rows, userId, telegram);
  await rows.addSession(userId, wallet.address, session, now);
  return { outcome: 'signed_in', account: await rows.get(userId) };
}

/**
 * Returns the first who may sign in: the user of the session; without one, who has the Telegram id, then those who
 * proved the wallet.
 */
async function firstAdmitted(
  rows: PostgresSignInRows,
  { payload, wallet, telegram, admission }: WalletSignIn,
): Promise<Account | undefined> {
  const proven = { wallet: wallet.address, telegramId: telegram?.telegramId };
  const byTelegram = telegram && (await rows.findByTelegram(telegram.telegramId));
  const candidates =
    payload.type === 'session'
      ? [payload.userId]
      : [...(byTelegram === undefined ? [] : [byTelegram]), ...(await rows.usersWhoProved(wallet.address))];
  for (const id of candidates) {
    const account = await rows.get(id);
    if (admitsUser(admission, account, proven)) return account;
  }
  return undefined;
}

async function isUsed(rows: PostgresSignInRows, payload: WalletSignIn['payload']): Promise<boolean> {
  if (payload.type === 'challenge') return await rows.isSpent(payload.sha256);
  return (await rows.session({ id: payload.id }))?.endedAt !== null;
}

/** Uses a payload up; `false` when another transaction just did. */
async function spend(
  rows: PostgresSignInRows,
  payload: WalletSignIn['payload'],
  now: number,
): Promise<boolean> {
  if (payload.type === 'session') return await rows.endSession(payload.id, now);
  return await rows.spend(payload.sha256, payload.expiresAt, now);
}

async function mayAct(
  rows: PostgresSignInRows,
  requester: Requester,
  admission: AdmissionRules,
  now: number,
): Promise<boolean> {
  if (requester.type === 'dashboard') return true;
  if (requester.type === 'token') return await rows.hasToken(requester.id);
  const { id, userId } = requester;
  const session = await rows.session({ id });
  if (session?.userId !== userId || !isValidSession(session, now)) return false;
  return admitsUser(admission, await rows.get(userId));
}

async function hasOwner(rows: PostgresSignInRows): Promise<boolean> {
  const owner = await rows.account(ownerId);
  return owner !== undefined && hasIdentity(owner);
}

async function attachTelegram(
  rows: PostgresSignInRows,
  userId: string,
  telegram: NonNullable<WalletSignIn['telegram']>,
): Promise<void> {
  const holder = await rows.findByTelegram(telegram.telegramId);
  const profile = profileToStore((await rows.get(userId)).user, telegram, holder);
  if (profile) await rows.setProfile(userId, profile);
}
