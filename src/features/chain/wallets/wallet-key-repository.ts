import type { Db, Statement } from '../../../platform/sqlite/database.ts';

/** What is known of a wallet's key without its secret; `seal` is made with the node's secret. */
export interface WalletKeyRow {
  attempt: number;
  publicKey: Buffer;
  seal: Buffer;
}

export class WalletKeyRepository {
  readonly #one: Statement<[string], WalletKeyRow>;
  readonly #save: Statement<[WalletKeyRow & { name: string }]>;

  constructor(db: Db) {
    this.#one = db.prepare('SELECT attempt, public_key AS publicKey, seal FROM wallet_keys WHERE name = ?');
    this.#save = db.prepare(
      `INSERT INTO wallet_keys (name, attempt, public_key, seal) VALUES (@name, @attempt, @publicKey, @seal)
       ON CONFLICT DO UPDATE SET attempt = excluded.attempt, public_key = excluded.public_key, seal = excluded.seal`,
    );
  }

  load(name: string): WalletKeyRow | undefined {
    return this.#one.get(name);
  }

  save(name: string, key: WalletKeyRow): void {
    this.#save.run({ ...key, name });
  }
}
