import { ownerId } from '../../../core/caller.ts';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import type { Commands } from '../../../platform/sqlite/commands.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { GroupCommit } from '../../../platform/sqlite/group-commit.ts';
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
  sessionsPerUser,
  signInSessionLifetimeMs,
  spentRetentionMs,
  type TelegramProfile,
  type TelegramSignIn,
  type UserPosition,
  type WalletLink,
  type WalletSignIn,
  type WalletSignInResult,
} from '../sign-in-store.ts';
import { LastUses, writeAfterMs } from './last-uses.ts';
import { SignInSessionRepository } from './sign-in-session-repository.ts';
import { SpentPayloadRepository } from './spent-payload-repository.ts';
import { UserRepository } from './user-repository.ts';
import { WalletRepository } from './wallet-repository.ts';

/** Stores what sign-in needs in the database of the node. */
export class SignInRepository implements SignInStore {
  readonly #users: UserRepository;
  readonly #wallets: WalletRepository;
  readonly #sessions: SignInSessionRepository;
  readonly #spent: SpentPayloadRepository;
  readonly #liveToken: Statement<[string]>;
  readonly #commands: Commands;
  readonly #uses: LastUses;

  constructor(db: Db, commands: Commands = new GroupCommit(db)) {
    this.#commands = commands;
    this.#users = new UserRepository(db);
    this.#wallets = new WalletRepository(db);
    this.#sessions = new SignInSessionRepository(db);
    this.#spent = new SpentPayloadRepository(db);
    this.#liveToken = db.prepare('SELECT 1 FROM api_tokens WHERE id = ?');
    this.#uses = new LastUses((uses) =>
      commands.run(() => {
        for (const [id, lastUsedAt] of uses) {
          this.#sessions.use({ id, lastUsedAt, expiresAt: lastUsedAt + signInSessionLifetimeMs });
        }
      }),
    );
  }

  use(tokenSha256: Buffer, now: number): { session: SessionRow; account: Account } | undefined {
    const session = this.#find(tokenSha256, now);
    if (!session) return undefined;
    this.#uses.note(session, now);
    // It would expire before the use is written.
    if (session.expiresAt - now <= writeAfterMs) void this.#uses.write();
    return { session, account: this.#get(session.userId) };
  }

  writeUses(): Promise<void> {
    return this.#uses.write();
  }

  async find(tokenSha256: Buffer, now: number): Promise<SessionRow | undefined> {
    await this.#commands.refresh?.();
    return this.#find(tokenSha256, now);
  }

  async mayAct(requester: Requester, admission: AdmissionRules, now: number): Promise<boolean> {
    await this.#commands.refresh?.();
    return this.#mayAct(requester, admission, now);
  }

  async signInWithWallet(command: WalletSignIn): Promise<WalletSignInResult> {
    return this.#commands.run(() => this.#signInWithWallet(command));
  }

  async signInWithTelegram(command: TelegramSignIn): Promise<Account | undefined> {
    const { profile, admission, newUserId, now } = command;
    const { telegramId } = profile;
    return this.#commands.run(() => {
      const id = this.#users.findByTelegram(telegramId)?.id;
      const known = id === undefined ? undefined : this.#get(id);
      if (!admitsUser(admission, known, { telegramId })) return undefined;
      const userId = known?.user.id ?? this.#addUser(newUserId, now);
      this.#users.setProfile(userId, profile);
      return this.#begin(userId, null, command);
    });
  }

  async signOut(tokenSha256: Buffer, now: number): Promise<SignOutResult> {
    return this.#commands.run(() => {
      const session = this.#sessions.findByToken(tokenSha256);
      if (!session || session.expiresAt <= now) return { outcome: 'unknown' };
      if (session.endedAt !== null) return { outcome: 'ended_before' };
      const account = this.#get(session.userId);
      const { id, unprovenWallet, selectedWallet } = account.user;
      this.#sessions.end(session.id, now);
      if (unprovenWallet !== null) this.#users.setUnprovenWallet(id, null);
      else if (selectedWallet !== null) this.#unlink(id, selectedWallet);
      return { outcome: 'ended', session, account };
    });
  }

  async linkWallet(command: WalletLink): Promise<Account | 'signed_out' | 'too_many_wallets'> {
    const { userId, wallet, requester, admission, now } = command;
    return this.#commands.run(() => {
      if (!this.#mayAct(requester, admission, now)) return 'signed_out';
      if (!mayLinkWallet(this.#get(userId), wallet.address)) return 'too_many_wallets';
      this.#link(userId, wallet, now);
      return this.#get(userId);
    });
  }

  async useWallet(userId: string, address: RawAddress, orUnproven: boolean): Promise<Account | undefined> {
    return this.#commands.run(() => {
      if (this.#wallets.get(userId, address)?.linked === 1) this.#users.selectWallet(userId, address);
      else if (orUnproven) this.#users.setUnprovenWallet(userId, address);
      else return undefined;
      return this.#get(userId);
    });
  }

  async unlinkWallet(userId: string, address: RawAddress): Promise<boolean> {
    return this.#commands.run(() => this.#unlink(userId, address));
  }

  async forgetWallet(userId: string, address: RawAddress, now: number): Promise<boolean> {
    return this.#commands.run(() => {
      if (!this.#wallets.remove(userId, address)) return false;
      this.#deselect(userId, address);
      this.#sessions.endOfWallet(userId, address, now);
      return true;
    });
  }

  async forgetTelegram(userId: string, now: number): Promise<void> {
    await this.#commands.run(() => {
      this.#users.removeProfile(userId);
      this.#sessions.endOfWallet(userId, null, now);
    });
  }

  async endSessions(userId: string, now: number): Promise<boolean> {
    return this.#commands.run(() => {
      this.#sessions.endOfUser(userId, now);
      return this.#users.get(userId) !== undefined;
    });
  }

  async account(userId: string): Promise<Account | undefined> {
    return this.#account(userId);
  }

  async page(
    after: UserPosition | undefined,
    limit: number,
    now: number,
  ): Promise<{ accounts: (Account & SessionSummary)[]; total: number }> {
    await this.#uses.write();
    const accounts = this.#users.page(after, limit).map((user) => ({
      user,
      wallets: this.#wallets.ofUser(user.id),
      ...this.#sessions.summary(user.id, now),
    }));
    return { accounts, total: this.#users.count() };
  }

  #signInWithWallet(command: WalletSignIn): WalletSignInResult {
    const { payload, wallet, telegram, admission, newUserId, now } = command;
    if (this.#isUsed(payload, now)) return { outcome: 'used' };
    const { telegramId } = telegram ?? {};
    if (payload.type === 'session' && telegramId !== undefined) {
      const { user } = this.#get(payload.userId);
      const holder = this.#users.findByTelegram(telegramId)?.id;
      if (!mayHaveTelegram(user, telegramId, holder)) return { outcome: 'other_user' };
    }
    const proven = { wallet: wallet.address, telegramId };
    const known = this.#candidates(command).find((id) => admitsUser(admission, this.#get(id), proven));
    const mayBeNew = payload.type === 'challenge' && admitsUser(admission, undefined, proven);
    if (known === undefined && !mayBeNew) return { outcome: 'not_admitted', hasOwner: this.#hasOwner() };
    if (known !== undefined && !mayLinkWallet(this.#get(known), wallet.address)) {
      return { outcome: 'too_many_wallets' };
    }
    this.#spend(payload, now);
    const userId = known ?? this.#addUser(newUserId, now);
    this.#link(userId, wallet, now);
    if (telegram) this.#attachTelegram(userId, telegram);
    return { outcome: 'signed_in', account: this.#begin(userId, wallet.address, command) };
  }

  /** Returns the user of the session; otherwise the one with the Telegram id, then those who proved the wallet. */
  #candidates({ payload, wallet, telegram }: WalletSignIn): string[] {
    if (payload.type === 'session') return [payload.userId];
    const byTelegram = telegram && this.#users.findByTelegram(telegram.telegramId);
    const byWallet = this.#wallets.usersWhoProved(wallet.address).map(({ userId }) => userId);
    return byTelegram ? [byTelegram.id, ...byWallet] : byWallet;
  }

  #isUsed(payload: WalletSignIn['payload'], now: number): boolean {
    if (payload.type === 'session') return this.#sessions.get(payload.id)?.endedAt !== null;
    // A replica whose clock is behind must not accept what others have removed.
    const mayBeRemoved = payload.expiresAt <= this.#databaseTime(now) - spentRetentionMs;
    return mayBeRemoved || this.#spent.has(payload.sha256);
  }

  #databaseTime(now: number): number {
    return this.#commands.databaseTime?.() ?? now;
  }

  #spend(payload: WalletSignIn['payload'], now: number): void {
    if (payload.type === 'session') this.#sessions.end(payload.id, now);
    else {
      this.#spent.removeExpired(Math.min(now, this.#databaseTime(now)) - spentRetentionMs);
      this.#spent.add(payload.sha256, payload.expiresAt);
    }
  }

  #begin(userId: string, wallet: string | null, { session, now }: TelegramSignIn | WalletSignIn): Account {
    this.#sessions.removeExpired(now);
    const expiresAt = now + signInSessionLifetimeMs;
    this.#sessions.add(
      { ...session, userId, wallet, createdAt: now, lastUsedAt: now, expiresAt },
      sessionsPerUser,
    );
    return this.#get(userId);
  }

  #mayAct(requester: Requester, admission: AdmissionRules, now: number): boolean {
    if (requester.type === 'dashboard') return true;
    if (requester.type === 'token') return this.#liveToken.get(requester.id) !== undefined;
    const { id, userId } = requester;
    const session = this.#sessions.get(id);
    const isLive = session?.userId === userId && isValidSession(session, now);
    return isLive && admitsUser(admission, this.#get(userId));
  }

  #hasOwner(): boolean {
    const owner = this.#account(ownerId);
    return owner !== undefined && hasIdentity(owner);
  }

  #attachTelegram(userId: string, telegram: TelegramProfile | Pick<TelegramProfile, 'telegramId'>): void {
    const holder = this.#users.findByTelegram(telegram.telegramId)?.id;
    const profile = profileToStore(this.#get(userId).user, telegram, holder);
    if (profile) this.#users.setProfile(userId, profile);
  }

  #addUser(id: string, createdAt: number): string {
    this.#users.add({ id, createdAt });
    return id;
  }

  #link(userId: string, { address, version }: WalletLink['wallet'], at: number): void {
    this.#wallets.link({ userId, address, version, at });
    this.#users.selectWallet(userId, address);
  }

  #unlink(userId: string, address: string): boolean {
    if (!this.#wallets.unlink(userId, address)) return false;
    this.#deselect(userId, address);
    return true;
  }

  #deselect(userId: string, address: string): void {
    if (this.#users.get(userId)?.selectedWallet === address) this.#users.selectWallet(userId, null);
  }

  #find(tokenSha256: Buffer, now: number): SessionRow | undefined {
    const session = this.#sessions.findByToken(tokenSha256);
    return session && isValidSession(session, now) ? session : undefined;
  }

  #account(userId: string): Account | undefined {
    const user = this.#users.get(userId);
    return user && { user, wallets: this.#wallets.ofUser(userId) };
  }

  /** Returns an account that exists, because users are never removed. */
  #get(userId: string): Account {
    return this.#account(userId) as Account;
  }
}
