import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { type InTransaction, transactionsOf } from '../../../platform/sqlite/transaction.ts';
import { OrderMaintenance } from './order-maintenance.ts';
import {
  type AddRefusal,
  isSettledBy,
  type NewOrder,
  type OrderRecord,
  type OrderRow,
  type OrderScope,
  orderColumns,
  readOrder,
  type Settlement,
  type SettlingEvent,
  type SignedMessage,
  undeliveredReplies,
  type WalletReply,
} from './order-rows.ts';

const dayMs = 24 * 60 * 60 * 1000;

type Wanted = Pick<NewOrder, 'terms' | 'recipient'>;
const isSame = (a: Wanted, b: Wanted): boolean => a.terms === b.terms && a.recipient === b.recipient;

/** What was asked of one platform, and what became of it. */
export class OrderRepository {
  readonly maintenance: OrderMaintenance;
  readonly #scope: OrderScope;
  readonly #inTransaction: InTransaction;
  readonly #insert: Statement<[Record<string, unknown>], OrderRow>;
  readonly #one: Statement<[OrderScope & { queryId: string }], OrderRow>;
  readonly #openFor: Statement<[OrderScope & { user: string; purpose: string }], OrderRow>;
  readonly #spent: Statement<
    [{ network: string; allowance: string; since: number }],
    { nanoTon: bigint | null }
  >;
  readonly #crowd: Statement<[OrderScope & { user: string }], { count: number; until: number | null }>;
  readonly #page: Statement<[OrderScope & { user: string | null; before: number; limit: number }], OrderRow>;
  readonly #unsettled: Statement<[OrderScope & { payer: string }], OrderRow>;
  readonly #sign: Statement<[SignedMessage & { id: number }]>;
  readonly #sent: Statement<[{ id: number; lt: bigint; transaction: Buffer }]>;
  readonly #reply: Statement<[WalletReply, number]>;
  readonly #end: Statement<[Record<string, unknown>]>;
  readonly #confirm: Statement<[{ id: number; at: number; content: string | null; transaction: Buffer }]>;
  readonly #offerBought: Statement<
    [OrderScope & { user: string; licence: string }],
    { price: bigint; at: bigint }
  >;
  readonly #registration: Statement<[OrderScope & { sha256: Buffer }], { address: string | null }>;

  constructor(db: Db, scope: OrderScope) {
    this.maintenance = new OrderMaintenance(db, scope);
    this.#scope = scope;
    this.#inTransaction = transactionsOf(db);
    this.#insert = db
      .prepare<[Record<string, unknown>], OrderRow>(
        `INSERT INTO intents (query_id, network, platform, user, kind, state, pay_with, allowance, payer, recipient,
           target, purpose, terms, sha256, content_address, licence, title, price, amount, message, send_mode,
           created_at, valid_until)
         VALUES (@queryId, @network, @platform, @user, @kind, 'open', @payWith, @allowance, @payer, @recipient,
           @target, @purpose, @terms, @sha256, @contentAddress, @licence, @title, @price, @amount, @message, @sendMode,
           @createdAt, @validUntil) RETURNING ${orderColumns}`,
      )
      .safeIntegers();
    this.#one = db
      .prepare<[OrderScope & { queryId: string }], OrderRow>(
        `SELECT ${orderColumns} FROM intents WHERE query_id = @queryId AND network = @network AND platform = @platform`,
      )
      .safeIntegers();
    this.#openFor = db
      .prepare<[OrderScope & { user: string; purpose: string }], OrderRow>(
        `SELECT ${orderColumns} FROM intents WHERE state = 'open' AND network = @network AND platform = @platform
           AND settled_at IS NULL AND user = @user AND purpose = @purpose ORDER BY id DESC`,
      )
      .safeIntegers();
    this.#spent = db
      .prepare<[{ network: string; allowance: string; since: number }], { nanoTon: bigint | null }>(
        `SELECT sum(amount) AS nanoTon FROM intents WHERE allowance = @allowance AND created_at > @since
           AND network = @network AND state IN ('open', 'confirmed')`,
      )
      .safeIntegers();
    this.#crowd = db.prepare(
      `SELECT count(*) AS count, min(valid_until) AS until FROM intents WHERE state = 'open' AND network = @network
         AND platform = @platform AND user = @user`,
    );
    this.#page = db
      .prepare<[OrderScope & { user: string | null; before: number; limit: number }], OrderRow>(
        `SELECT ${orderColumns} FROM intents WHERE id < @before AND kind <> 'platform'
           AND network = @network AND (platform = @platform OR kind = 'withdraw')
           AND (@user IS NULL OR user = @user) ORDER BY id DESC LIMIT @limit`,
      )
      .safeIntegers();
    // Of another platform, what was signed: it takes the wallet's turn all the same.
    this.#unsettled = db
      .prepare<[OrderScope & { payer: string }], OrderRow>(
        `SELECT ${orderColumns} FROM intents WHERE state = 'open' AND network = @network AND payer = @payer
           AND pay_with IN ('service_wallet', 'practice_wallet') AND settled_at IS NULL
           AND (platform = @platform OR kind = 'withdraw' OR external IS NOT NULL) ORDER BY id`,
      )
      .safeIntegers();
    this.#sign = db.prepare(
      'UPDATE intents SET external = @signedMessage, seqno = @seqno, after_lt = @afterLt WHERE id = @id',
    );
    this.#sent = db.prepare(
      'UPDATE intents SET sent_lt = @lt, transaction_hash = @transaction WHERE id = @id',
    );
    this.#reply = db.prepare('UPDATE intents SET wallet_reply = ? WHERE id = ?');
    this.#end = db.prepare(
      `UPDATE intents SET state = @state, settled_at = @at, note = @note,
         transaction_hash = coalesce(@transaction, transaction_hash) WHERE id = @id AND state = 'open'`,
    );
    this.#confirm = db.prepare(
      `UPDATE intents SET state = 'confirmed', settled_at = @at, note = NULL, transaction_hash = @transaction,
         content_address = coalesce(content_address, @content) WHERE id = @id`,
    );
    this.#offerBought = db
      .prepare<[OrderScope & { user: string; licence: string }], { price: bigint; at: bigint }>(
        `SELECT price, settled_at AS at FROM intents WHERE user = @user AND kind = 'buy_offer' AND target = @licence
           AND state = 'confirmed' AND network = @network AND platform = @platform ORDER BY id DESC LIMIT 1`,
      )
      .safeIntegers();
    this.#registration = db.prepare(
      `SELECT iif(state = 'confirmed' AND network = @network AND platform = @platform, content_address, NULL) AS address
         FROM intents WHERE kind = 'register' AND sha256 = @sha256 ORDER BY address IS NULL, id LIMIT 1`,
    );
  }

  /**
   * Writes an order down, unless one for the same purpose is open: with the same terms it is this one, with others
   * only a wallet's refusal makes room for a new one.
   * @param limits `spent`: what its allowance may pay in 24 hours, in nanoTON; `open`: of its user, at the same time
   */
  add(order: NewOrder, limits: { spent?: bigint; open?: number } = {}): OrderRecord | AddRefusal {
    return this.#inTransaction(() => {
      const open = this.open(order);
      if (open) return isSame(open, order) ? open : { refusedBy: 'other_terms', open };
      if (limits.open !== undefined) {
        const crowd = this.#crowd.get({ ...this.#scope, user: order.user });
        if (crowd && crowd.count >= limits.open) {
          return { refusedBy: 'too_many', until: crowd.until ?? order.validUntil };
        }
      }
      if (order.allowance !== null && limits.spent !== undefined) {
        const left = limits.spent - this.#spentBy(order.allowance, order.createdAt - dayMs);
        if (order.amount > left) return { refusedBy: 'limit', left: left > 0n ? left : 0n };
      }
      return readOrder(this.#insert.get({ ...order, ...this.#scope }) as OrderRow);
    });
  }

  /** The one that is open for this purpose: with the same terms, or else one that no wallet has declined. */
  open(wanted: Pick<NewOrder, 'user' | 'purpose' | 'terms' | 'recipient'>): OrderRecord | undefined {
    const { user, purpose } = wanted;
    const open = this.#openFor.all({ ...this.#scope, user, purpose }).map(readOrder);
    return (
      open.find((order) => isSame(order, wanted)) ??
      open.find(({ walletReply }) => walletReply === null || !undeliveredReplies.has(walletReply))
    );
  }

  get(queryId: string): OrderRecord | undefined {
    const row = this.#one.get({ ...this.#scope, queryId });
    return row && readOrder(row);
  }

  /**
   * Where a file is on the chain by an order of this node.
   * @returns the content's address; null: not yet, or not on this platform; undefined: nobody asked for it here
   */
  registrationOf(sha256: Buffer): string | null | undefined {
    return this.#registration.get({ ...this.#scope, sha256 })?.address;
  }

  /**
   * For how much, and when, a user last bought a licence here from who had it before.
   * @returns undefined when they did not; nanoTON and milliseconds
   */
  offerBought(user: string, licence: string): { price: bigint; at: number } | undefined {
    const found = this.#offerBought.get({ ...this.#scope, user, licence });
    return found && { price: found.price, at: Number(found.at) };
  }

  /** Newest first; of one user, or of all. @param before an order's `id` */
  page(user: string | undefined, before: number | undefined, limit: number): OrderRecord[] {
    return this.#page
      .all({ ...this.#scope, user: user ?? null, before: before ?? Number.MAX_SAFE_INTEGER, limit })
      .map(readOrder);
  }

  /** The open ones that a wallet of this node sends, in their order. */
  unsettledOf(payer: string): OrderRecord[] {
    return this.#unsettled.all({ ...this.#scope, payer }).map(readOrder);
  }

  /** What the wallet signed for it, before anybody else has it. */
  setSignedMessage(id: number, signature: SignedMessage): void {
    this.#sign.run({ ...signature, id });
  }

  /** The wallet has sent its message on, in this transaction of the wallet. */
  setSent(id: number, lt: bigint, transaction: Buffer): void {
    this.#sent.run({ id, lt, transaction });
  }

  setReply(id: number, reply: WalletReply): void {
    this.#reply.run(reply, id);
  }

  /** Ends an open one. */
  end(id: number, { state, at, note, transaction }: Settlement): void {
    this.#end.run({ id, state, at, note: note ?? null, transaction: transaction ?? null });
  }

  /**
   * Confirms what was asked for by what the index found; for the index's own transaction. What is on the chain counts,
   * whatever was thought to have become of it.
   * @param at milliseconds
   * @returns whether it was one of this node's orders
   */
  settle(event: SettlingEvent, at: number): boolean {
    const order = this.get(event.queryId.toString());
    if (!order || order.state === 'confirmed' || !isSettledBy(order, event)) return false;
    const content = event.kind === 'register' ? event.contract : null;
    this.#confirm.run({ id: order.id, at, content, transaction: event.transaction });
    return true;
  }

  #spentBy(allowance: string, since: number): bigint {
    return this.#spent.get({ network: this.#scope.network, allowance, since })?.nanoTon ?? 0n;
  }
}
