import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import type { KnownKey, KnownKeys } from './fee-wallet-keys.ts';

/** Caches derived wallet keys without their secrets. */
export class WalletKeyRepository implements KnownKeys {
  readonly #one: Statement<[string], KnownKey>;
  readonly #save: Statement<[KnownKey & { name: string }]>;

  constructor(db: Db) {
    this.#one = db.prepare(
      'SELECT attempt, public_key AS publicKey, seal AS mac FROM wallet_keys WHERE name = ?',
    );
    this.#save = db.prepare(
      `INSERT INTO wallet_keys (name, attempt, public_key, seal) VALUES (@name, @attempt, @publicKey, @mac)
       ON CONFLICT DO UPDATE SET attempt = excluded.attempt, public_key = excluded.public_key, seal = excluded.seal`,
    );
  }

  load(name: string): KnownKey | undefined {
    return this.#one.get(name);
  }

  save(name: string, key: KnownKey): void {
    this.#save.run({ ...key, name });
  }
}
