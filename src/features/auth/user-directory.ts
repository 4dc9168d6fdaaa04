import type { LocalUser, SignInState } from '../../contract/dashboard-api/auth.ts';
import { ownerId } from '../../core/caller.ts';
import { toTimestamp } from '../../core/clock.ts';
import { invalidCursor } from '../../core/lists/cursors.ts';
import { requireTonAddress } from '../../core/ton/ton-address.ts';
import type { InTransaction } from '../../platform/sqlite/transaction.ts';
import type { Accounts } from './accounts.ts';
import { toLinkedWallet } from './auth-responses.ts';
import type { UserPosition, UserRow } from './repository/user-repository.ts';
import type { SignInSessions } from './sign-in-sessions.ts';

/** A user without the fields from the catalogue. */
type ListedUser = Omit<LocalUser, 'contents' | 'content_bytes' | 'counted_bytes' | 'quota_bytes'>;

export interface UserDirectoryOptions {
  accounts: Accounts;
  sessions: SignInSessions;
  inTransaction: InTransaction;
}

/** Lists the users who have signed in, for the dashboard. */
export class UserDirectory {
  readonly #options: UserDirectoryOptions;

  constructor(options: UserDirectoryOptions) {
    this.#options = options;
  }

  /** Returns the identities of the owner: Telegram, and every wallet that was not forgotten, linked or not. */
  owner(): SignInState['owner'] {
    const { accounts } = this.#options;
    const { telegramId, username } = accounts.get(ownerId);
    return {
      wallets: this.#provenWallets(ownerId),
      telegram: telegramId === null ? null : (username ?? String(telegramId)),
    };
  }

  /**
   * Removes a wallet from the owner permanently, e.g. when it is lost or stolen, and ends the sessions that it began.
   * @param text the address in any form
   * @throws NodeError `wallet_not_linked`
   */
  forgetOwnerWallet(text: string): void {
    const { accounts, sessions, inTransaction } = this.#options;
    const address = requireTonAddress(text, 'query.address');
    inTransaction(() => {
      accounts.forget(ownerId, address);
      sessions.endOfWallet(ownerId, address);
    });
  }

  /** Removes Telegram from the owner and ends the sessions that began with it alone. */
  forgetOwnerTelegram(): void {
    const { accounts, sessions, inTransaction } = this.#options;
    inTransaction(() => {
      accounts.detachTelegram(ownerId);
      sessions.endOfWallet(ownerId, null);
    });
  }

  /**
   * Returns a page, newest first, without the owner.
   * @throws NodeError `invalid_request` for a malformed cursor
   */
  page(
    cursor: string | undefined,
    limit: number,
  ): { users: ListedUser[]; nextCursor: string | null; total: number } {
    const after = cursor === undefined ? undefined : positionOf(cursor);
    const { users, total } = this.#options.accounts.page(after, limit);
    const last = users.length === limit ? users.at(-1) : undefined;
    return {
      users: users.map((user) => this.#listed(user)),
      nextCursor: last ? `${last.createdAt.toString(36)}.${last.id}` : null,
      total,
    };
  }

  /** Ends all sessions of a user. @throws NodeError `user_not_found` */
  signOutEverywhere(userId: string): void {
    const { id } = this.#options.accounts.get(userId);
    this.#options.sessions.endOfUser(id);
  }

  #listed({ id, telegramId, createdAt }: UserRow): ListedUser {
    const { accounts, sessions } = this.#options;
    const { sessions: live, lastUsedAt } = sessions.summary(id);
    return {
      id,
      name: accounts.nameOf(id),
      telegram_id: telegramId,
      wallets: this.#provenWallets(id),
      created_at: toTimestamp(createdAt),
      last_seen_at: lastUsedAt === null ? null : toTimestamp(lastUsedAt),
      sessions: live,
    };
  }

  #provenWallets(id: string): ListedUser['wallets'] {
    return this.#options.accounts.provenWallets(id).map(toLinkedWallet);
  }
}

function positionOf(cursor: string): UserPosition {
  const [, createdAt = '', id = ''] = /^([0-9a-z]{1,10})\.([\w-]{1,64})$/.exec(cursor) ?? [];
  if (createdAt !== '') return { createdAt: Number.parseInt(createdAt, 36), id };
  throw invalidCursor();
}
