import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import type { WalletRow } from '../sign-in-store.ts';

const columns =
  'user_id AS userId, address, version, linked, first_proven_at AS firstProvenAt, proven_at AS provenAt';

/** Stores the wallets that users proved; a linked one is theirs now, and an unlinked one stays as a record of the proof. */
export class WalletRepository {
  readonly #ofUser: Statement<[string], WalletRow>;
  readonly #one: Statement<[string, string], WalletRow>;
  readonly #usersWhoProved: Statement<[string], WalletRow>;
  readonly #link: Statement<[{ userId: string; address: string; version: string; at: number }]>;
  readonly #unlink: Statement<[string, string]>;
  readonly #remove: Statement<[string, string]>;

  constructor(db: Db) {
    this.#ofUser = db.prepare(
      `SELECT ${columns} FROM wallets WHERE user_id = ? ORDER BY first_proven_at, address`,
    );
    this.#one = db.prepare(`SELECT ${columns} FROM wallets WHERE user_id = ? AND address = ?`);
    this.#usersWhoProved = db.prepare(
      `SELECT ${columns} FROM wallets WHERE address = ?
       ORDER BY user_id = 'owner' DESC, first_proven_at, user_id`,
    );
    this.#link = db.prepare(
      `INSERT INTO wallets (user_id, address, version, linked, first_proven_at, proven_at)
       VALUES (@userId, @address, @version, 1, @at, @at)
       ON CONFLICT (user_id, address) DO UPDATE SET version = excluded.version, linked = 1, proven_at = excluded.proven_at`,
    );
    this.#unlink = db.prepare(
      'UPDATE wallets SET linked = 0 WHERE user_id = ? AND address = ? AND linked = 1',
    );
    this.#remove = db.prepare('DELETE FROM wallets WHERE user_id = ? AND address = ?');
  }

  /** Returns all wallets that this user ever proved, including unlinked ones, oldest first. */
  ofUser(userId: string): WalletRow[] {
    return this.#ofUser.all(userId);
  }

  get(userId: string, address: string): WalletRow | undefined {
    return this.#one.get(userId, address);
  }

  /** Returns the users who ever proved this wallet: the owner first, then by time of the proof. */
  usersWhoProved(address: string): WalletRow[] {
    return this.#usersWhoProved.all(address);
  }

  link(wallet: { userId: string; address: string; version: string; at: number }): void {
    this.#link.run(wallet);
  }

  /** Unlinks a wallet, whose row stays; `false` when it was not linked. */
  unlink(userId: string, address: string): boolean {
    return this.#unlink.run(userId, address).changes === 1;
  }

  /** Forgets that a user proved a wallet; `false` when they did not. */
  remove(userId: string, address: string): boolean {
    return this.#remove.run(userId, address).changes === 1;
  }
}
