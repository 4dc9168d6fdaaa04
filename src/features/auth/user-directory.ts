import type { LocalUser, SignInState } from '../../contract/dashboard-api/auth.ts';
import { ownerId } from '../../core/caller.ts';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import { invalidCursor } from '../../core/lists/cursors.ts';
import { NodeError } from '../../core/node-error.ts';
import { requireTonAddress } from '../../core/ton/ton-address.ts';
import { type Accounts, notLinked } from './accounts.ts';
import { toLinkedWallet } from './auth-responses.ts';
import type { Account, SessionSummary, SignInStore, UserPosition } from './sign-in-store.ts';

/** A user without the fields from the catalogue. */
type ListedUser = Omit<LocalUser, 'contents' | 'content_bytes' | 'counted_bytes' | 'quota_bytes'>;

export interface UserDirectoryOptions {
  store: SignInStore;
  accounts: Accounts;
  clock: Clock;
}

/** Lists the users who have signed in, for the dashboard. */
export class UserDirectory {
  readonly #options: UserDirectoryOptions;

  constructor(options: UserDirectoryOptions) {
    this.#options = options;
  }

  /** Returns the identities of the owner: Telegram, and every wallet that was not forgotten, linked or not. */
  async owner(): Promise<SignInState['owner']> {
    const { accounts } = this.#options;
    const account = await accounts.get(ownerId);
    const { telegramId, username } = account.user;
    return {
      wallets: accounts.provenWalletsOf(account).map(toLinkedWallet),
      telegram: telegramId === null ? null : (username ?? String(telegramId)),
    };
  }

  /**
   * Removes a wallet from the owner permanently, e.g. when it is lost or stolen, and ends the sessions that it began.
   * @param text the address in any form
   * @throws NodeError `wallet_not_linked`
   */
  async forgetOwnerWallet(text: string): Promise<void> {
    const { store, clock } = this.#options;
    const address = requireTonAddress(text, 'query.address');
    if (!(await store.forgetWallet(ownerId, address, clock()))) throw notLinked();
  }

  /** Removes Telegram from the owner and ends the sessions that began with it alone. */
  forgetOwnerTelegram(): Promise<void> {
    const { store, clock } = this.#options;
    return store.forgetTelegram(ownerId, clock());
  }

  /**
   * Returns a page, newest first, without the owner.
   * @throws NodeError `invalid_request` for a malformed cursor
   */
  async page(
    cursor: string | undefined,
    limit: number,
  ): Promise<{ users: ListedUser[]; nextCursor: string | null; total: number }> {
    const { store, clock } = this.#options;
    const after = cursor === undefined ? undefined : positionOf(cursor);
    const { accounts, total } = await store.page(after, limit, clock());
    const last = accounts.length === limit ? accounts.at(-1)?.user : undefined;
    return {
      users: accounts.map((account) => this.#listed(account)),
      nextCursor: last ? `${last.createdAt.toString(36)}.${last.id}` : null,
      total,
    };
  }

  /** Ends all sessions of a user. @throws NodeError `user_not_found` */
  async signOutEverywhere(userId: string): Promise<void> {
    const { store, clock } = this.#options;
    if (await store.endSessions(userId, clock())) return;
    throw new NodeError('user_not_found', 'auth.userUnknown');
  }

  #listed(account: Account & SessionSummary): ListedUser {
    const { accounts } = this.#options;
    const { user, sessions, lastUsedAt } = account;
    return {
      id: user.id,
      name: accounts.nameIn(account),
      telegram_id: user.telegramId,
      wallets: accounts.provenWalletsOf(account).map(toLinkedWallet),
      created_at: toTimestamp(user.createdAt),
      last_seen_at: lastUsedAt === null ? null : toTimestamp(lastUsedAt),
      sessions,
    };
  }
}

function positionOf(cursor: string): UserPosition {
  const [, createdAt = '', id = ''] = /^([0-9a-z]{1,10})\.([\w-]{1,64})$/.exec(cursor) ?? [];
  if (createdAt !== '') return { createdAt: Number.parseInt(createdAt, 36), id };
  throw invalidCursor();
}
