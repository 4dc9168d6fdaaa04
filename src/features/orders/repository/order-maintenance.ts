import { message } from '../../../core/messages/message.ts';
import type { Commands } from '../../../platform/sqlite/commands.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { commitAtOnce } from '../../../platform/sqlite/job-commands.ts';
import { messageJson } from '../../../platform/sqlite/stored-message.ts';
import { type OrderScope, walletToContractMs } from '../order.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Time for which expired and refused orders are kept. */
const ordersKeptMs = 90 * dayMs;
/** Limits of expired and refused orders, for one user and for all. */
const maxKept = { ofUser: 500, ofAll: 20_000 };

/** Kinds that only the transactions of the paying wallet settle. */
const byWallet = "('withdraw', 'platform')";

const notes = { replaced: messageJson(message('orders.goneWithChain')) };

/**
 * Expires orders, removes old ones, and reopens orders when the chain was replaced; the outbox expires signed orders of
 * the node's own wallets. Of several replicas, the one that follows the chain does it.
 */
export class OrderMaintenance {
  readonly #scope: OrderScope;
  readonly #job: Commands;
  readonly #expired: Statement<[OrderScope & { at: number }], unknown>;
  readonly #expire: Statement<[OrderScope & typeof notes & { at: number }]>;
  readonly #reopen: Statement<[OrderScope & { at: number }]>;
  readonly #expireUnsettled: Statement<[OrderScope & typeof notes & { at: number }]>;
  readonly #deleteOld: readonly Statement<[{ before: number; ofUser: number; ofAll: number }]>[];

  constructor(db: Db, scope: OrderScope, job: Commands) {
    this.#scope = scope;
    this.#job = job;
    const inScope = 'network = @network AND platform = @platform';
    // Orders that were sent are settled by their event or bounce. The deadline of a transfer is only in the message to the
    // wallet, so a transfer that was sent shortly before it may still arrive.
    const hasExpired = `state = 'open' AND ${inScope} AND kind NOT IN ${byWallet}
      AND (settled_at IS NOT NULL OR (external IS NULL AND delivered_at IS NULL))
      AND valid_until + iif(kind = 'transfer', ${walletToContractMs}, 0) < @at`;
    this.#expired = db.prepare(`SELECT 1 FROM intents WHERE ${hasExpired} LIMIT 1`);
    this.#expire = db.prepare(
      `UPDATE intents SET state = 'expired', settled_at = @at, note = iif(settled_at IS NULL, note, @replaced)
         WHERE ${hasExpired}`,
    );
    this.#reopen = db.prepare(
      `UPDATE intents SET state = 'open', transaction_hash = NULL, sent_lt = NULL, delivered_at = NULL,
         settled_at = coalesce(settled_at, @at), content_address = iif(kind = 'register', NULL, content_address)
         WHERE ${inScope} AND kind NOT IN ${byWallet}
         AND (state = 'confirmed' OR (state = 'open' AND coalesce(sent_lt, delivered_at) IS NOT NULL))`,
    );
    this.#expireUnsettled = db.prepare(
      `UPDATE intents SET state = 'expired', settled_at = @at, note = @replaced, transaction_hash = NULL
         WHERE ${inScope} AND kind IN ${byWallet} AND (state = 'confirmed' OR (state = 'open' AND sent_lt IS NOT NULL))`,
    );
    const ended = "state IN ('expired', 'refused')";
    this.#deleteOld = [
      `DELETE FROM intents WHERE ${ended} AND settled_at < @before`,
      // Open orders on platforms that are no longer followed cannot be settled any more.
      `DELETE FROM intents WHERE state = 'open' AND valid_until < @before
         AND coalesce(sent_lt, delivered_at) IS NULL`,
      `DELETE FROM intents WHERE id IN (SELECT id FROM (
         SELECT id, row_number() OVER (ORDER BY id DESC) AS place,
           row_number() OVER (PARTITION BY user ORDER BY id DESC) AS user_place FROM intents WHERE ${ended}
       ) WHERE place > @ofAll OR user_place > @ofUser)`,
    ].map((sql) => db.prepare(sql));
  }

  /**
   * Expires orders whose deadline has passed without an event in the index.
   * @param unixTime time in seconds until which the index is complete
   * @returns the number of expired orders
   * @throws LeaseLostError
   */
  async expirePast(unixTime: number): Promise<number> {
    const at = unixTime * 1000;
    if (this.#expired.get({ ...this.#scope, at }) === undefined) return 0;
    return commitAtOnce(this.#job, () => this.#expire.run({ ...this.#scope, ...notes, at }).changes);
  }

  /**
   * Reopens confirmed and received orders, which the new chain may settle, and expires the others. Runs in the
   * command that drops the replaced chain.
   * @param at milliseconds
   */
  resetForNewChain(at: number): void {
    this.#reopen.run({ ...this.#scope, at });
    this.#expireUnsettled.run({ ...this.#scope, ...notes, at });
  }

  /**
   * Removes expired and refused orders that are old or exceed the limits.
   * @param now milliseconds
   * @throws LeaseLostError
   */
  removeOld(now: number): Promise<void> {
    return commitAtOnce(this.#job, () => {
      const bounds = { before: now - ordersKeptMs, ...maxKept };
      for (const statement of this.#deleteOld) statement.run(bounds);
    });
  }
}
