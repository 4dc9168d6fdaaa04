import type { Query } from '../../../platform/postgres/postgres-database.ts';
import type { ProvenWallet } from '../proof/ton-proof.ts';
import {
  type Account,
  type SessionRow,
  sessionsPerUser,
  signInSessionLifetimeMs,
  spentRetentionMs,
  type TelegramProfile,
} from '../sign-in-store.ts';

export const sessionColumns = `s.token_sha256 AS "tokenSha256", s.id, s.user_id AS "userId", s.wallet,
  s.created_at AS "createdAt", s.last_used_at AS "lastUsedAt", s.expires_at AS "expiresAt", s.ended_at AS "endedAt"`;

/** Columns `user` and `wallets` for a row `u` of `users`. */
export const accountColumns = `
  json_build_object('id', u.id, 'telegramId', u.telegram_id, 'username', u.username, 'firstName', u.first_name,
    'lastName', u.last_name, 'selectedWallet', u.selected_wallet, 'unprovenWallet', u.unproven_wallet,
    'createdAt', u.created_at) AS "user",
  coalesce((SELECT json_agg(json_build_object('userId', w.user_id, 'address', w.address, 'version', w.version,
      'linked', w.linked, 'firstProvenAt', w.first_proven_at, 'provenAt', w.proven_at)
      ORDER BY w.first_proven_at, w.address)
    FROM wallets w WHERE w.user_id = u.id), '[]') AS wallets`;

/** What a transaction locks: identities, which may be new, and stored users. */
interface Locks {
  wallet?: string;
  telegramId?: number | undefined;
  userId?: string;
}

/** Reads and writes the rows of sign-in in one transaction. */
export class PostgresSignInRows {
  readonly #query: Query;

  constructor(query: Query) {
    this.#query = query;
  }

  /**
   * Waits for other transactions that use these identities, then for those that change the user, and the users with
   * these identities. Every transaction locks in this order: identities, users, sessions.
   */
  async lock({ wallet, telegramId, userId }: Locks): Promise<void> {
    const identities = [
      ...(wallet === undefined ? [] : [`wallet ${wallet}`]),
      ...(telegramId === undefined ? [] : [`telegram ${telegramId}`]),
    ];
    for (const identity of identities) {
      await this.#query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [identity]);
    }
    await this.#query(
      `SELECT FROM users WHERE id = $1 OR telegram_id = $2::bigint
         OR id IN (SELECT user_id FROM wallets WHERE address = $3)
       ORDER BY id FOR UPDATE`,
      [userId, telegramId, wallet],
    );
  }

  async account(userId: string): Promise<Account | undefined> {
    const [row] = await this.#query<Account>(`SELECT ${accountColumns} FROM users u WHERE id = $1`, [userId]);
    return row;
  }

  /** Returns an account that exists, because users are never removed. */
  async get(userId: string): Promise<Account> {
    return (await this.account(userId)) as Account;
  }

  async findByTelegram(telegramId: number): Promise<string | undefined> {
    const [row] = await this.#query<{ id: string }>('SELECT id FROM users WHERE telegram_id = $1', [
      telegramId,
    ]);
    return row?.id;
  }

  /** Returns the users who ever proved this wallet: the owner first, then by time of the proof. */
  async usersWhoProved(address: string): Promise<string[]> {
    const rows = await this.#query<{ userId: string }>(
      `SELECT user_id AS "userId" FROM wallets WHERE address = $1
       ORDER BY user_id = 'owner' DESC, first_proven_at, user_id`,
      [address],
    );
    return rows.map(({ userId }) => userId);
  }

  async addUser(id: string, createdAt: number): Promise<string> {
    await this.#query('INSERT INTO users (id, created_at) VALUES ($1, $2)', [id, createdAt]);
    return id;
  }

  /** Stores a Telegram id, or updates its profile; null removes both. */
  async setProfile(id: string, profile: TelegramProfile | null): Promise<void> {
    await this.#query(
      'UPDATE users SET telegram_id = $2, username = $3, first_name = $4, last_name = $5 WHERE id = $1',
      [id, profile?.telegramId, profile?.username, profile?.firstName, profile?.lastName],
    );
  }

  /** Selects a linked wallet, or none, instead of an unproven one. */
  async selectWallet(id: string, address: string | null): Promise<void> {
    await this.#query('UPDATE users SET selected_wallet = $2, unproven_wallet = NULL WHERE id = $1', [
      id,
      address,
    ]);
  }

  async setUnprovenWallet(id: string, address: string | null): Promise<void> {
    await this.#query('UPDATE users SET unproven_wallet = $2 WHERE id = $1', [id, address]);
  }

  async link(userId: string, { address, version }: ProvenWallet, at: number): Promise<void> {
    await this.#query(
      `INSERT INTO wallets (user_id, address, version, linked, first_proven_at, proven_at)
       VALUES ($1, $2, $3, 1, $4, $4)
       ON CONFLICT (user_id, address) DO UPDATE SET version = excluded.version, linked = 1,
         proven_at = excluded.proven_at`,
      [userId, address, version, at],
    );
    await this.selectWallet(userId, address);
  }

  /** Unlinks a wallet and deselects it; `false` when it was not linked. */
  async unlink(userId: string, address: string): Promise<boolean> {
    const unlinked = await this.#query(
      'UPDATE wallets SET linked = 0 WHERE user_id = $1 AND address = $2 AND linked = 1 RETURNING 1',
      [userId, address],
    );
    if (unlinked.length > 0) await this.#deselect(userId, address);
    return unlinked.length > 0;
  }

  /** Removes a proven wallet and deselects it; `false` when there was none. */
  async removeWallet(userId: string, address: string): Promise<boolean> {
    const removed = await this.#query('DELETE FROM wallets WHERE user_id = $1 AND address = $2 RETURNING 1', [
      userId,
      address,
    ]);
    if (removed.length > 0) await this.#deselect(userId, address);
    return removed.length > 0;
  }

  /** Returns a session, even if it has ended or expired. */
  async session(by: { id: string } | { tokenSha256: Buffer }): Promise<SessionRow | undefined> {
    const [column, value] = 'id' in by ? ['id', by.id] : ['token_sha256', by.tokenSha256];
    const [row] = await this.#query<SessionRow>(
      `SELECT ${sessionColumns} FROM sessions s WHERE s.${column} = $1`,
      [value],
    );
    return row;
  }

  /** Adds a session, removes expired ones, and keeps the most recently used ones of the user. */
  async addSession(
    userId: string,
    wallet: string | null,
    { tokenSha256, id }: Pick<SessionRow, 'tokenSha256' | 'id'>,
    now: number,
  ): Promise<void> {
    await this.#query(
      `DELETE FROM sessions WHERE token_sha256 IN
         (SELECT token_sha256 FROM sessions WHERE expires_at <= $1 FOR UPDATE SKIP LOCKED)`,
      [now],
    );
    await this.#query(
      `INSERT INTO sessions (token_sha256, id, user_id, wallet, created_at, last_used_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $5, $6)`,
      [tokenSha256, id, userId, wallet, now, now + signInSessionLifetimeMs],
    );
    await this.#query(
      `DELETE FROM sessions WHERE user_id = $1 AND id NOT IN
         (SELECT id FROM sessions WHERE user_id = $1 ORDER BY last_used_at DESC, id LIMIT $2)`,
      [userId, sessionsPerUser],
    );
  }

  /** Ends a session; `false` when there is none or it ended before. */
  async endSession(id: string, at: number): Promise<boolean> {
    const ended = await this.#query(
      'UPDATE sessions SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL RETURNING 1',
      [id, at],
    );
    return ended.length > 0;
  }

  async endSessionsOfUser(userId: string, at: number): Promise<void> {
    await this.#query('UPDATE sessions SET ended_at = $2 WHERE user_id = $1 AND ended_at IS NULL', [
      userId,
      at,
    ]);
  }

  /** Ends the sessions that began with a proof of this wallet; null for those without a proof. */
  async endSessionsOfWallet(userId: string, wallet: string | null, at: number): Promise<void> {
    await this.#query(
      `UPDATE sessions SET ended_at = $2
       WHERE user_id = $1 AND wallet IS NOT DISTINCT FROM $3 AND ended_at IS NULL`,
      [userId, at, wallet],
    );
  }

  async isSpent(sha256: Buffer): Promise<boolean> {
    const spent = await this.#query('SELECT 1 FROM spent_payloads WHERE payload_sha256 = $1', [sha256]);
    return spent.length > 0;
  }

  /** Stores a used challenge; `false` when it was used before. Removes old ones. */
  async spend(sha256: Buffer, expiresAt: number, now: number): Promise<boolean> {
    const spent = await this.#query(
      `INSERT INTO spent_payloads (payload_sha256, expires_at, stored_at) VALUES ($1, $2, clock_timestamp())
       ON CONFLICT DO NOTHING RETURNING 1`,
      [sha256, expiresAt],
    );
    // The clock of the database must agree, because a replica with a wrong clock must not make challenges valid again.
    await this.#query(
      `DELETE FROM spent_payloads WHERE payload_sha256 IN (
         SELECT payload_sha256 FROM spent_payloads
         WHERE stored_at < clock_timestamp() - interval '1 day' AND expires_at <= $1 FOR UPDATE SKIP LOCKED)`,
      [now - spentRetentionMs],
    );
    return spent.length > 0;
  }

  async hasToken(id: string): Promise<boolean> {
    return (await this.#query('SELECT 1 FROM api_tokens WHERE id = $1', [id])).length > 0;
  }

  async #deselect(userId: string, address: string): Promise<void> {
    await this.#query(
      `UPDATE users SET selected_wallet = NULL, unproven_wallet = NULL
       WHERE id = $1 AND selected_wallet = $2`,
      [userId, address],
    );
  }
}
