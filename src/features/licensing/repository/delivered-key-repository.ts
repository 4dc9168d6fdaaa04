import type { RawAddress } from '../../../core/ton/ton-address.ts';
import type { Commands } from '../../../platform/sqlite/commands.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { GroupCommit } from '../../../platform/sqlite/group-commit.ts';
import { commitAtOnce } from '../../../platform/sqlite/job-commands.ts';

/** Stores the licences whose keys this node gave out. */
export class DeliveredKeyRepository {
  readonly #commands: Commands;
  readonly #add: Statement<[RawAddress, number]>;
  readonly #has: Statement<[RawAddress], unknown>;

  constructor(db: Db, commands: Commands = new GroupCommit(db)) {
    this.#commands = commands;
    this.#add = db.prepare('INSERT INTO delivered_keys VALUES (?, ?) ON CONFLICT DO NOTHING');
    this.#has = db.prepare('SELECT 1 FROM delivered_keys WHERE licence = ?');
  }

  /**
   * Records a delivery.
   * @param at milliseconds
   * @returns whether it is the first one
   */
  add(licence: RawAddress, at: number): Promise<boolean> {
    return commitAtOnce(this.#commands, () => this.#add.run(licence, at).changes === 1);
  }

  has(licence: RawAddress): boolean {
    return this.#has.get(licence) !== undefined;
  }
}
