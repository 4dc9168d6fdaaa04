import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import type { CachedDerivation, DerivationCache } from './fee-wallet-keys.ts';

/** Caches derived wallet keys without their secrets. */
export class WalletKeyRepository implements DerivationCache {
  readonly #one: Statement<[string], CachedDerivation>;
  readonly #save: Statement<[CachedDerivation & { name: string }]>;

  constructor(db: Db) {
    this.#one = db.prepare(
      'SELECT attempt, public_key AS publicKey, seal AS mac FROM wallet_keys WHERE name = ?',
    );
    this.#save = db.prepare(
      `INSERT INTO wallet_keys (name, attempt, public_key, seal) VALUES (@name, @attempt, @publicKey, @mac)
       ON CONFLICT DO UPDATE SET attempt = excluded.attempt, public_key = excluded.public_key, seal = excluded.seal`,
    );
  }

  load(name: string): CachedDerivation | undefined {
    return this.#one.get(name);
  }

  save(name: string, key: CachedDerivation): void {
    this.#save.run({ ...key, name });
  }
}
