import type { Statement } from 'better-sqlite3';
import type { Db } from './open.ts';
import { type InTransaction, transactionsOf } from './transaction.ts';

export type IntentKind =
  | 'register'
  | 'purchase'
  | 'terms'
  | 'offer'
  | 'buy_offer'
  | 'transfer'
  | 'withdraw'
  | 'platform';
export type IntentState = 'open' | 'confirmed' | 'expired' | 'refused';
export type WalletReply = 'asked' | 'signed' | 'declined' | 'undelivered' | 'unanswered' | 'wrong_network';

/** Replies after which the wallet will not send it. */
export const unasked: ReadonlySet<WalletReply> = new Set(['declined', 'undelivered', 'wrong_network']);

/** What was asked of the chain. Amounts in nanoTON, times in milliseconds, addresses raw. */
export interface NewIntent {
  /** 64 bits, in decimal digits. */
  queryId: string;
  user: string;
  kind: IntentKind;
  /** null: whichever wallet gets the message. */
  payWith: 'service_wallet' | 'practice_wallet' | 'wallet' | null;
  /** Whose daily limit it counts for. */
  allowance: 'sponsor' | 'token' | null;
  /** The wallet that pays, where it is known. */
  payer: string | null;
  /** Whose the content or the licence is then; null: the payer's. */
  recipient: string | null;
  /** The contract that gets the message. */
  target: string;
  /** What must not happen twice while it is open. */
  purpose: string;
  /** How it was asked for; of one purpose, only what has the same terms is the same. */
  terms: string;
  sha256: Buffer | null;
  contentAddress: string | null;
  licence: 'listen' | 'resale' | null;
  title: string;
  price: bigint | null;
  /** What the wallet sends. */
  amount: bigint;
  /** BoC of the internal message. */
  message: Buffer;
  /** How a wallet of this node sends it (TVM, SENDRAWMSG). */
  sendMode: number;
  createdAt: number;
  validUntil: number;
}

export interface Intent extends NewIntent {
  id: number;
  state: IntentState;
  /** BoC of what a wallet of this node signed, and its turn. */
  external: Buffer | null;
  seqno: number | null;
  /** The wallet's last transaction before, by its logical time. */
  afterLt: bigint | null;
  /** The logical time at which that wallet sent the message on. */
  sentLt: bigint | null;
  walletReply: WalletReply | null;
  /** Why it came to its end, for a person. */
  note: string | null;
  settledAt: number | null;
  transaction: Buffer | null;
}

/** The chain that intents are for: what a node asked of another one stays apart. */
export interface IntentScope {
  network: string;
  /** Raw. */
  platform: string;
}

/** Something that the index found on the chain. */
export interface SettlingEvent {
  queryId: bigint;
  /** `moved`: a licence was sold on or given away. */
  kind: 'register' | 'purchase' | 'terms' | 'offer' | 'moved';
  /** The contract that it happened to: a content, of offers and moves a licence. */
  contract: string;
  /** The owner from now on, where there is a new one. */
  owner?: string;
  /** Of a registration: the file it names. */
  sha256?: Buffer | undefined;
  licence?: 'listen' | 'resale';
  /** New terms, an offer. */
  price?: bigint;
  /** The hash of the transaction that tells of it. */
  transaction: Buffer;
}

/** What a wallet of this node signed, its turn, and its last transaction before. */
export interface Signature {
  external: Buffer;
  seqno: number;
  afterLt: bigint;
}

/** How an intent ended but by the index. */
export interface Settlement {
  state: 'confirmed' | 'expired' | 'refused';
  at: number;
  note?: string;
  transaction?: Buffer;
}

/** Beyond its daily limit, or the same purpose with other terms. */
export type AddRefusal = { refusedBy: 'limit'; left: bigint } | { refusedBy: 'other_terms'; open: Intent };

/** What a wallet sends in the last moment takes so long to get to its contract, at most. */
export const settlingMs = 60_000;

const dayMs = 24 * 60 * 60 * 1000;

/** They are settled by their wallet's own transactions. */
const byWallet = "('withdraw', 'platform')";

const columns = `id, query_id AS queryId, user, kind, state, pay_with AS payWith, allowance, payer, recipient, target,
  purpose, terms, sha256, content_address AS contentAddress, licence, title, price, amount, message,
  send_mode AS sendMode, external, seqno, after_lt AS afterLt, sent_lt AS sentLt, wallet_reply AS walletReply, note,
  created_at AS createdAt, valid_until AS validUntil, settled_at AS settledAt, transaction_hash AS "transaction"`;

const integers = ['id', 'sendMode', 'seqno', 'createdAt', 'validUntil', 'settledAt'] as const;
type Stored = Omit<Intent, (typeof integers)[number]> & Record<(typeof integers)[number], bigint | null>;

/** SQLite's integers come as BigInt, as amounts need it. */
function fromStored(row: Stored): Intent {
  const numbers = integers.map((name) => [name, row[name] === null ? null : Number(row[name])]);
  return { ...row, ...Object.fromEntries(numbers) } as Intent;
}

/** What was asked of one chain, and what became of it. */
export class IntentRepository {
  readonly #scope: IntentScope;
  readonly #inTransaction: InTransaction;
  readonly #insert: Statement<[Record<string, unknown>], Stored>;
  readonly #one: Statement<[IntentScope & { queryId: string }], Stored>;
  readonly #openFor: Statement<[IntentScope & { user: string; purpose: string }], Stored>;
  readonly #spent: Statement<
    [{ network: string; allowance: string; since: number }],
    { nanoTon: bigint | null }
  >;
  readonly #page: Statement<[{ user: string | null; before: number; limit: number }], Stored>;
  readonly #inHand: Statement<[{ network: string; payer: string }], Stored>;
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
      .prepare<[Record<string, unknown>], Stored>(
        `INSERT INTO intents (query_id, network, platform, user, kind, state, pay_with, allowance, payer, recipient,
           target, purpose, terms, sha256, content_address, licence, title, price, amount, message, send_mode,
           created_at, valid_until)
         VALUES (@queryId, @network, @platform, @user, @kind, 'open', @payWith, @allowance, @payer, @recipient,
           @target, @purpose, @terms, @sha256, @contentAddress, @licence, @title, @price, @amount, @message, @sendMode,
           @createdAt, @validUntil) RETURNING ${columns}`,
      )
      .safeIntegers();
    this.#one = db
      .prepare<[IntentScope & { queryId: string }], Stored>(
        `SELECT ${columns} FROM intents WHERE query_id = @queryId AND network = @network AND platform = @platform`,
      )
      .safeIntegers();
    this.#openFor = db
      .prepare<[IntentScope & { user: string; purpose: string }], Stored>(
        `SELECT ${columns} FROM intents WHERE state = 'open' AND network = @network AND platform = @platform
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
      .prepare<[{ user: string | null; before: number; limit: number }], Stored>(
        `SELECT ${columns} FROM intents WHERE id < @before AND kind <> 'platform'
           AND (@user IS NULL OR user = @user) ORDER BY id DESC LIMIT @limit`,
      )
      .safeIntegers();
    this.#inHand = db
      .prepare<[{ network: string; payer: string }], Stored>(
        `SELECT ${columns} FROM intents WHERE state = 'open' AND network = @network AND payer = @payer
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
      return fromStored(this.#insert.get({ ...intent, ...this.#scope }) as Stored);
    });
  }

  /** The one that is open for this purpose: with the same terms, or else one that no wallet has declined. */
  open({ user, purpose, terms }: Pick<NewIntent, 'user' | 'purpose' | 'terms'>): Intent | undefined {
    const open = this.#openFor.all({ ...this.#scope, user, purpose }).map(fromStored);
    return (
      open.find((intent) => intent.terms === terms) ??
      open.find(({ walletReply }) => walletReply === null || !unasked.has(walletReply))
    );
  }

  get(queryId: string): Intent | undefined {
    const row = this.#one.get({ ...this.#scope, queryId });
    return row && fromStored(row);
  }

  /** Newest first; of one user, or of all. @param before an intent's `id` */
  page(user: string | undefined, before: number | undefined, limit: number): Intent[] {
    return this.#page
      .all({ user: user ?? null, before: before ?? Number.MAX_SAFE_INTEGER, limit })
      .map(fromStored);
  }

  /** The open ones that a wallet of this node sends, in their order. */
  inHand(payer: string): Intent[] {
    return this.#inHand.all({ network: this.#scope.network, payer }).map(fromStored);
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

/** Anybody can use a query id once it is on the chain: what happened has to be what was asked for. */
function isAnsweredBy(intent: Intent, event: SettlingEvent): boolean {
  const isRecipient = intent.recipient === null || intent.recipient === event.owner;
  switch (intent.kind) {
    case 'register':
      return (
        event.kind === 'register' &&
        isRecipient &&
        intent.sha256 !== null &&
        event.sha256?.equals(intent.sha256) === true
      );
    case 'purchase':
      return (
        event.kind === 'purchase' &&
        isRecipient &&
        intent.target === event.contract &&
        intent.licence === event.licence
      );
    case 'terms':
    case 'offer':
      return event.kind === intent.kind && intent.target === event.contract && intent.price === event.price;
    case 'buy_offer':
    case 'transfer':
      return event.kind === 'moved' && isRecipient && intent.target === event.contract;
    case 'withdraw':
    case 'platform':
      return false;
  }
}
