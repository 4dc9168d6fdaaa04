import type { RawAddress } from '../../../core/ton/ton-address.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';

/** Stores the licences whose keys this node gave out. */
export class DeliveredKeyRepository {
  readonly #add: Statement<[RawAddress, number]>;
  readonly #has: Statement<[RawAddress], unknown>;

  constructor(db: Db) {
    this.#add = db.prepare('INSERT INTO delivered_keys VALUES (?, ?) ON CONFLICT DO NOTHING');
    this.#has = db.prepare('SELECT 1 FROM delivered_keys WHERE licence = ?');
  }

  /**
   * Records a delivery.
   * @param at milliseconds
   * @returns whether it is the first one
   */
  add(licence: RawAddress, at: number): boolean {
    return this.#add.run(licence, at).changes === 1;
  }

  has(licence: RawAddress): boolean {
    return this.#has.get(licence) !== undefined;
  }
}
