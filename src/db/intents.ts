import type { Statement } from 'better-sqlite3';
import {
  type AddRefusal,
  type Intent,
  type IntentScope,
  intentColumns,
  isAnsweredBy,
  type NewIntent,
  readIntent,
  type Settlement,
  type SettlingEvent,
  type Signature,
  type StoredIntent,
  settlingMs,
  unasked,
  type WalletReply,
} from './intent-rows.ts';
import type { Db } from './open.ts';
import { type InTransaction, transactionsOf } from './transaction.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** They are settled by their wallet's own transactions. */
const byWallet = "('withdraw', 'platform')";

/** What was asked of one chain, and what became of it. */
export class IntentRepository {
  readonly #scope: IntentScope;
  readonly #inTransaction: InTransaction;
  readonly #insert: Statement<[Record<string, unknown>], StoredIntent>;
  readonly #one: Statement<[IntentScope & { queryId: string }], StoredIntent>;
  readonly #openFor: Statement<[IntentScope & { user: string; purpose: string }], StoredIntent>;
  readonly #spent: Statement<
    [{ network: string; allowance: string; since: number }],
    { nanoTon: bigint | null }
  >;
  readonly #page: Statement<[{ user: string | null; before: number; limit: number }], StoredIntent>;
  readonly #inHand: Statement<[{ network: string; payer: string }], StoredIntent>;
  readonly #sign: Statement<[Signature & { id: number }]>;
  readonly #sent: Statement<[{ id: number; lt: bigint; transaction: Buffer }]>;
  readonly #reply: Statement<[WalletReply, number]>;
  readonly #end: Statement<[Record<string, unknown>]>;
  readonly #confirm: Statement<[{ id: number; at: number; content: string | null; transaction: Buffer }]>;
  readonly #expire: Statement<[IntentScope & { at: number }]>;

  constructor(db: Db, scope: IntentScope) {
    this.#scope = scope;
    this.#inTransaction = transactionsOf(db);
    this.#insert = db
      .prepare<[Record<string, unknown>], StoredIntent>(
        `INSERT INTO intents (query_id, network, platform, user, kind, state, pay_with, allowance, payer, recipient,
           target, purpose, terms, sha256, content_address, licence, title, price, amount, message, send_mode,
           created_at, valid_until)
         VALUES (@queryId, @network, @platform, @user, @kind, 'open', @payWith, @allowance, @payer, @recipient,
           @target, @purpose, @terms, @sha256, @contentAddress, @licence, @title, @price, @amount, @message, @sendMode,
           @createdAt, @validUntil) RETURNING ${intentColumns}`,
      )
      .safeIntegers();
    this.#one = db
      .prepare<[IntentScope & { queryId: string }], StoredIntent>(
        `SELECT ${intentColumns} FROM intents WHERE query_id = @queryId AND network = @network AND platform = @platform`,
      )
      .safeIntegers();
    this.#openFor = db
      .prepare<[IntentScope & { user: string; purpose: string }], StoredIntent>(
        `SELECT ${intentColumns} FROM intents WHERE state = 'open' AND network = @network AND platform = @platform
           AND user = @user AND purpose = @purpose ORDER BY id DESC`,
      )
      .safeIntegers();
    this.#spent = db
      .prepare<[{ network: string; allowance: string; since: number }], { nanoTon: bigint | null }>(
        `SELECT sum(amount) AS nanoTon FROM intents WHERE allowance = @allowance AND created_at > @since
           AND network = @network AND state IN ('open', 'confirmed')`,
      )
      .safeIntegers();
    this.#page = db
      .prepare<[{ user: string | null; before: number; limit: number }], StoredIntent>(
        `SELECT ${intentColumns} FROM intents WHERE id < @before AND kind <> 'platform'
           AND (@user IS NULL OR user = @user) ORDER BY id DESC LIMIT @limit`,
      )
      .safeIntegers();
    this.#inHand = db
      .prepare<[{ network: string; payer: string }], StoredIntent>(
        `SELECT ${intentColumns} FROM intents WHERE state = 'open' AND network = @network AND payer = @payer
           AND pay_with IN ('service_wallet', 'practice_wallet') ORDER BY id`,
      )
      .safeIntegers();
    this.#sign = db.prepare(
      'UPDATE intents SET external = @external, seqno = @seqno, after_lt = @afterLt WHERE id = @id',
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
    // Whoever transfers names no time to the contract, but to the wallet.
    this.#expire = db.prepare(
      `UPDATE intents SET state = 'expired', settled_at = @at WHERE state = 'open' AND network = @network
         AND platform = @platform AND kind NOT IN ${byWallet}
         AND valid_until + iif(kind = 'transfer', ${settlingMs}, 0) < @at`,
    );
  }

  /**
   * Writes an intent down, unless one for the same purpose is open: with the same terms it is this one, with others
   * only a wallet's refusal makes room for a new one.
   * @param limit of what its allowance may pay in 24 hours, in nanoTON
   */
  add(intent: NewIntent, limit?: bigint): Intent | AddRefusal {
    return this.#inTransaction(() => {
      const open = this.open(intent);
      if (open) return open.terms === intent.terms ? open : { refusedBy: 'other_terms', open };
      if (intent.allowance !== null && limit !== undefined) {
        const left = limit - this.#spentBy(intent.allowance, intent.createdAt - dayMs);
        if (intent.amount > left) return { refusedBy: 'limit', left: left > 0n ? left : 0n };
      }
      return readIntent(this.#insert.get({ ...intent, ...this.#scope }) as StoredIntent);
    });
  }

  /** The one that is open for this purpose: with the same terms, or else one that no wallet has declined. */
  open({ user, purpose, terms }: Pick<NewIntent, 'user' | 'purpose' | 'terms'>): Intent | undefined {
    const open = this.#openFor.all({ ...this.#scope, user, purpose }).map(readIntent);
    return (
      open.find((intent) => intent.terms === terms) ??
      open.find(({ walletReply }) => walletReply === null || !unasked.has(walletReply))
    );
  }

  get(queryId: string): Intent | undefined {
    const row = this.#one.get({ ...this.#scope, queryId });
    return row && readIntent(row);
  }

  /** Newest first; of one user, or of all. @param before an intent's `id` */
  page(user: string | undefined, before: number | undefined, limit: number): Intent[] {
    return this.#page
      .all({ user: user ?? null, before: before ?? Number.MAX_SAFE_INTEGER, limit })
      .map(readIntent);
  }

  /** The open ones that a wallet of this node sends, in their order. */
  inHand(payer: string): Intent[] {
    return this.#inHand.all({ network: this.#scope.network, payer }).map(readIntent);
  }

  /** What the wallet signed for it, before anybody else has it. */
  setExternal(id: number, signature: Signature): void {
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
   * @returns whether it was one of this node's intents
   */
  settle(event: SettlingEvent, at: number): boolean {
    const intent = this.get(event.queryId.toString());
    if (!intent || intent.state === 'confirmed' || !isAnsweredBy(intent, event)) return false;
    const content = event.kind === 'register' ? event.contract : null;
    this.#confirm.run({ id: intent.id, at, content, transaction: event.transaction });
    return true;
  }

  /**
   * Ends what the index, complete until then, does not have.
   * @param unixTime of the chain
   * @returns how many
   */
  expirePast(unixTime: number): number {
    return this.#expire.run({ ...this.#scope, at: unixTime * 1000 }).changes;
  }

  #spentBy(allowance: string, since: number): bigint {
    return this.#spent.get({ network: this.#scope.network, allowance, since })?.nanoTon ?? 0n;
  }
}
