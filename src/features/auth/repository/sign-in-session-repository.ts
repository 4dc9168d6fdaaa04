import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import type { SessionRow, SessionSummary } from '../sign-in-store.ts';

const columns = `token_sha256 AS tokenSha256, id, user_id AS userId, wallet, created_at AS createdAt,
  last_used_at AS lastUsedAt, expires_at AS expiresAt, ended_at AS endedAt`;

/** Stores sign-in sessions; its writes run within commands. */
export class SignInSessionRepository {
  readonly #byToken: Statement<[Buffer], SessionRow>;
  readonly #byId: Statement<[string], SessionRow>;
  readonly #insert: Statement<[Omit<SessionRow, 'endedAt'>]>;
  readonly #trim: Statement<[string, string, number]>;
  readonly #use: Statement<[{ id: string; lastUsedAt: number; expiresAt: number }]>;
  readonly #end: Statement<[number, string]>;
  readonly #endOfUser: Statement<[number, string]>;
  readonly #endOfWallet: Statement<[number, string, string | null]>;
  readonly #removeExpired: Statement<[number]>;
  readonly #summary: Statement<[{ userId: string; now: number }], SessionSummary>;

  constructor(db: Db) {
    this.#byToken = db.prepare(`SELECT ${columns} FROM sessions WHERE token_sha256 = ?`);
    this.#byId = db.prepare(`SELECT ${columns} FROM sessions WHERE id = ?`);
    this.#insert = db.prepare(
      `INSERT INTO sessions (token_sha256, id, user_id, wallet, created_at, last_used_at, expires_at)
       VALUES (@tokenSha256, @id, @userId, @wallet, @createdAt, @lastUsedAt, @expiresAt)`,
    );
    this.#trim = db.prepare(
      `DELETE FROM sessions WHERE user_id = ? AND id NOT IN
         (SELECT id FROM sessions WHERE user_id = ? ORDER BY last_used_at DESC, id LIMIT ?)`,
    );
    this.#use = db.prepare(
      `UPDATE sessions SET last_used_at = max(last_used_at, @lastUsedAt), expires_at = max(expires_at, @expiresAt)
       WHERE id = @id AND ended_at IS NULL`,
    );
    this.#end = db.prepare('UPDATE sessions SET ended_at = ? WHERE id = ? AND ended_at IS NULL');
    this.#endOfUser = db.prepare('UPDATE sessions SET ended_at = ? WHERE user_id = ? AND ended_at IS NULL');
    this.#endOfWallet = db.prepare(
      'UPDATE sessions SET ended_at = ? WHERE user_id = ? AND wallet IS ? AND ended_at IS NULL',
    );
    this.#removeExpired = db.prepare('DELETE FROM sessions WHERE expires_at <= ?');
    this.#summary = db.prepare(
      `SELECT count(*) FILTER (WHERE ended_at IS NULL AND expires_at > @now) AS sessions,
         max(last_used_at) AS lastUsedAt
       FROM sessions WHERE user_id = @userId`,
    );
  }

  /** Returns the row of a token, even if its session has ended or expired. */
  findByToken(tokenSha256: Buffer): SessionRow | undefined {
    return this.#byToken.get(tokenSha256);
  }

  /** Returns the row of a session, even if it has ended or expired. */
  get(id: string): SessionRow | undefined {
    return this.#byId.get(id);
  }

  /** Adds a session and keeps the user's `limit` most recently used ones. */
  add(session: Omit<SessionRow, 'endedAt'>, limit: number): void {
    this.#insert.run(session);
    this.#trim.run(session.userId, session.userId, limit);
  }

  use(session: { id: string; lastUsedAt: number; expiresAt: number }): void {
    this.#use.run(session);
  }

  end(id: string, at: number): void {
    this.#end.run(at, id);
  }

  endOfUser(userId: string, at: number): void {
    this.#endOfUser.run(at, userId);
  }

  /** Ends the sessions that began with a proof of this wallet; null for those without a proof. */
  endOfWallet(userId: string, address: string | null, at: number): void {
    this.#endOfWallet.run(at, userId, address);
  }

  removeExpired(now: number): void {
    this.#removeExpired.run(now);
  }

  summary(userId: string, now: number): SessionSummary {
    return this.#summary.get({ userId, now }) ?? { sessions: 0, lastUsedAt: null };
  }
}
