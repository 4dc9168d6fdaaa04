import type { Subscription } from '../../../contract/dashboard-api/discovery.ts';
import { authorTerm, hashtagTerm, uploaderTerm } from '../../../core/lists/search-tokens.ts';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { type InTransaction, transactionsOf } from '../../../platform/sqlite/transaction.ts';
import { listed } from '../../content/index.ts';
import type { IndexListener } from './remote-index-repository.ts';
import { decodeRemoteRecord } from './remote-record.ts';

type Kind = Subscription['kind'];

/** `value`: a raw TON address, a name, a hashtag, or the hexadecimal digits of a SHA-256. */
export interface SubscriptionRow {
  id: string;
  kind: Kind;
  value: string;
  createdAt: number;
  matches: number;
  kept: number;
  keptBytes: number;
}

const columns = 'id, kind, value, created_at AS createdAt, matches, kept, kept_bytes AS keptBytes';

/** Number of contents that are not in the index, which puts them first. */
const foremost = Number.MAX_SAFE_INTEGER;

/** Other tokens contain no space, so no text of a record equals this one. */
const contentTerm = (hex: string): string => `content ${hex}`;

/** Returns the filter term shared by all contents that a subscription matches. */
function filterTermOf(kind: Kind, value: string): string {
  if (kind === 'owner') return uploaderTerm(value);
  if (kind === 'author') return authorTerm(value);
  return kind === 'hashtag' ? hashtagTerm(value) : contentTerm(value);
}

function filterOf(kind: Kind, value: string): string {
  const everybody = { viewer: undefined };
  if (kind === 'owner') return listed({ ...everybody, owners: [value] });
  return listed(kind === 'author' ? { ...everybody, author: value } : { ...everybody, hashtag: value });
}

/** Stores subscriptions and the indexed contents that they match. */
export class SubscriptionRepository implements IndexListener {
  readonly #db: Db;
  readonly #inTransaction: InTransaction;
  /** Ids of active subscriptions by their filter terms. */
  #byTerm = new Map<string, string>();
  readonly #all: Statement<[], SubscriptionRow & { fact: string }>;
  readonly #one: Statement<[string, string], SubscriptionRow>;
  readonly #add: Statement<[object]>;
  readonly #end: Statement<[string]>;
  readonly #match: Statement<[string, Buffer, number, number | null]>;
  readonly #unmatch: Statement<[string, Buffer]>;
  readonly #matchesOf: Statement<[Buffer], { subscription: string; kind: Kind }>;
  readonly #unscanned: Statement<[], { id: string; kind: Kind; value: string; scanBefore: number }>;
  readonly #scan: Statement<[string, number, number], { number: number; sha256: Buffer; record: string }>;
  readonly #scanned: Statement<[number | null, string]>;
  readonly #ended: Statement<[], { id: string }>;
  readonly #someOf: Statement<[string, number], { sha256: Buffer }>;
  readonly #isOfOthers: Statement<[Buffer, string], unknown>;
  readonly #remove: Statement<[string]>;

  constructor(db: Db) {
    this.#db = db;
    this.#inTransaction = transactionsOf(db);
    this.#all = db.prepare(
      `SELECT ${columns}, fact FROM subscriptions WHERE ended = 0 ORDER BY created_at DESC, id`,
    );
    this.#one = db.prepare(`SELECT ${columns} FROM subscriptions WHERE kind = ? AND fact = ? AND ended = 0`);
    this.#add = db.prepare(
      `INSERT INTO subscriptions (id, kind, value, fact, created_at, scan_before)
       VALUES (@id, @kind, @value, @fact, @at, ${foremost})
       ON CONFLICT (kind, fact) DO UPDATE SET ended = 0, scan_before = ${foremost}, created_at = @at, value = @value
         WHERE ended = 1`,
    );
    this.#end = db.prepare(
      'UPDATE subscriptions SET ended = 1, scan_before = NULL WHERE id = ? AND ended = 0',
    );
    this.#match = db.prepare(
      `INSERT INTO subscribed_contents (subscription, sha256, number, size, state) VALUES (?, ?, ?, ?, 'waiting')
       ON CONFLICT DO NOTHING`,
    );
    this.#unmatch = db.prepare(
      "DELETE FROM subscribed_contents WHERE subscription = ? AND sha256 = ? AND state <> 'kept'",
    );
    this.#matchesOf = db.prepare(
      `SELECT subscription, kind FROM subscribed_contents JOIN subscriptions ON id = subscription WHERE sha256 = ?`,
    );
    this.#unscanned = db.prepare(
      `SELECT id, kind, value, scan_before AS scanBefore FROM subscriptions WHERE scan_before IS NOT NULL LIMIT 1`,
    );
    this.#scan = db.prepare(
      `SELECT known_contents.number, sha256, record
       FROM known_search CROSS JOIN known_contents ON known_contents.number = known_search.rowid
       CROSS JOIN known_sources ON known_sources.number = known_contents.number AND host = shown
       WHERE known_search MATCH ? AND known_search.rowid < CAST(? AS INTEGER)
       ORDER BY known_search.rowid DESC LIMIT ?`,
    );
    this.#scanned = db.prepare('UPDATE subscriptions SET scan_before = ? WHERE id = ?');
    this.#ended = db.prepare('SELECT id FROM subscriptions WHERE ended = 1 LIMIT 1');
    this.#someOf = db.prepare('SELECT sha256 FROM subscribed_contents WHERE subscription = ? LIMIT ?');
    this.#isOfOthers = db.prepare(
      'SELECT 1 FROM subscribed_contents WHERE sha256 = ? AND subscription <> ? LIMIT 1',
    );
    this.#remove = db.prepare('DELETE FROM subscriptions WHERE id = ? AND ended = 1');
    this.#readTerms();
  }

  /** Returns the subscriptions, newest first. */
  all(): SubscriptionRow[] {
    return this.#all.all();
  }

  /** Returns whether a wallet is followed. */
  followsOwner(owner: RawAddress): boolean {
    return this.#byTerm.has(filterTermOf('owner', owner));
  }

  /** Adds a subscription; an existing one stays unchanged. */
  add(id: string, kind: Kind, value: string, at: number): SubscriptionRow {
    const term = filterTermOf(kind, value);
    this.#add.run({ id, kind, value, fact: term, at });
    this.#readTerms();
    return this.#one.get(kind, term) as SubscriptionRow;
  }

  /** Ends a subscription, and returns whether there was one; `release` releases its contents later. */
  end(id: string): boolean {
    const isEnded = this.#end.run(id).changes === 1;
    this.#readTerms();
    return isEnded;
  }

  indexed({ sha256, number, size, tokens, isNew }: Parameters<IndexListener['indexed']>[0]): void {
    if (this.#byTerm.size === 0) return;
    const matching = this.#matching(sha256, tokens);
    if (!isNew) this.#unmatchAllBut(matching, sha256);
    for (const subscription of matching) this.#match.run(subscription, sha256, number, size);
  }

  removed(sha256: Buffer): void {
    if (this.#byTerm.size > 0) this.#unmatchAllBut(new Set(), sha256);
  }

  /** Scans part of the index for a new subscription, newest first; returns whether there is more to scan. */
  scan(max: number): boolean {
    const next = this.#unscanned.get();
    if (!next) return false;
    const { id, kind, value, scanBefore } = next;
    return this.#inTransaction(() => {
      if (kind === 'content') {
        this.#match.run(id, Buffer.from(value, 'hex'), foremost, null);
        this.#scanned.run(null, id);
        return true;
      }
      const found = this.#scan.all(filterOf(kind, value), scanBefore, max);
      for (const { sha256, number, record } of found)
        this.#match.run(id, sha256, number, decodeRemoteRecord(record).size);
      this.#scanned.run(found.length === max ? (found.at(-1)?.number ?? null) : null, id);
      return true;
    });
  }

  /**
   * Releases some matches of ended subscriptions.
   * @param unmark unmarks the copies of contents, except those for which `isKept` holds in the same command: another
   *   subscription matches them, maybe one that ended, because it may be added again
   * @returns whether there is more to release
   */
  async release(
    max: number,
    unmark: (sha256s: Buffer[], isKept: (sha256: Buffer) => boolean) => Promise<void>,
  ): Promise<boolean> {
    const next = this.#ended.get();
    if (!next) return false;
    const some = this.#someOf.all(next.id, max).map(({ sha256 }) => sha256);
    await unmark(some, (sha256) => this.#isOfOthers.get(sha256, next.id) !== undefined);
    this.#inTransaction(() => {
      const remove = this.#db.prepare<[string, Buffer]>(
        'DELETE FROM subscribed_contents WHERE subscription = ? AND sha256 = ?',
      );
      for (const sha256 of some) remove.run(next.id, sha256);
      if (some.length < max) this.#remove.run(next.id);
    });
    return true;
  }

  #matching(sha256: Buffer, tokens: ReadonlySet<string>): Set<string> {
    const matching = new Set<string>();
    for (const [term, id] of this.#byTerm) if (tokens.has(term)) matching.add(id);
    const itself = this.#byTerm.get(contentTerm(sha256.toString('hex')));
    return itself ? matching.add(itself) : matching;
  }

  /** Removes other matches, except stored contents and subscriptions by id. */
  #unmatchAllBut(matching: ReadonlySet<string>, sha256: Buffer): void {
    for (const { subscription, kind } of this.#matchesOf.all(sha256)) {
      if (kind !== 'content' && !matching.has(subscription)) this.#unmatch.run(subscription, sha256);
    }
  }

  #readTerms(): void {
    this.#byTerm = new Map(this.#all.all().map(({ fact, id }) => [fact, id]));
  }
}
