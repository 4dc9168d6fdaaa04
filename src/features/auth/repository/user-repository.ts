import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import type { TelegramProfile, UserPosition, UserRow } from '../sign-in-store.ts';

const columns = `id, telegram_id AS telegramId, username, first_name AS firstName, last_name AS lastName,
  selected_wallet AS selectedWallet, unproven_wallet AS unprovenWallet, created_at AS createdAt`;

/** Stores users; its writes run within commands. */
export class UserRepository {
  readonly #one: Statement<[string], UserRow>;
  readonly #byTelegram: Statement<[number], UserRow>;
  readonly #insert: Statement<[{ id: string; createdAt: number }]>;
  readonly #profile: Statement<[Pick<UserRow, 'id' | keyof TelegramProfile>]>;
  readonly #select: Statement<[string | null, string]>;
  readonly #name: Statement<[string | null, string]>;
  readonly #page: Statement<[UserPosition & { limit: number }], UserRow>;
  readonly #count: Statement<[], { count: number }>;

  constructor(db: Db) {
    this.#one = db.prepare(`SELECT ${columns} FROM users WHERE id = ?`);
    this.#byTelegram = db.prepare(`SELECT ${columns} FROM users WHERE telegram_id = ?`);
    this.#insert = db.prepare('INSERT INTO users (id, created_at) VALUES (@id, @createdAt)');
    this.#profile = db.prepare(
      `UPDATE users SET telegram_id = @telegramId, username = @username, first_name = @firstName,
         last_name = @lastName WHERE id = @id`,
    );
    this.#select = db.prepare('UPDATE users SET selected_wallet = ?, unproven_wallet = NULL WHERE id = ?');
    this.#name = db.prepare('UPDATE users SET unproven_wallet = ? WHERE id = ?');
    this.#page = db.prepare(
      `SELECT ${columns} FROM users WHERE id <> 'owner' AND (created_at, id) < (@createdAt, @id)
       ORDER BY created_at DESC, id DESC LIMIT @limit`,
    );
    this.#count = db.prepare("SELECT count(*) AS count FROM users WHERE id <> 'owner'");
  }

  get(id: string): UserRow | undefined {
    return this.#one.get(id);
  }

  findByTelegram(telegramId: number): UserRow | undefined {
    return this.#byTelegram.get(telegramId);
  }

  add(user: { id: string; createdAt: number }): void {
    this.#insert.run(user);
  }

  /** Stores a Telegram id, or updates its profile. */
  setProfile(id: string, profile: TelegramProfile): void {
    this.#profile.run({ ...profile, id });
  }

  /** Removes the Telegram id and its profile. */
  removeProfile(id: string): void {
    this.#profile.run({ id, telegramId: null, username: null, firstName: null, lastName: null });
  }

  /** Selects a linked wallet, or none, instead of an unproven one. */
  selectWallet(id: string, address: string | null): void {
    this.#select.run(address, id);
  }

  /** Sets the one unproven wallet of a user; the selected wallet stays. */
  setUnprovenWallet(id: string, address: string | null): void {
    this.#name.run(address, id);
  }

  /** Returns a page, newest first, without the owner. */
  page(after: UserPosition | undefined, limit: number): UserRow[] {
    return this.#page.all({ ...(after ?? { createdAt: Number.MAX_SAFE_INTEGER, id: '' }), limit });
  }

  /** Counts all users except the owner. */
  count(): number {
    return this.#count.get()?.count ?? 0;
  }
}
