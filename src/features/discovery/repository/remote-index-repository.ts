import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { type InTransaction, transactionsOf } from '../../../platform/sqlite/transaction.ts';
import {
  decodeRemoteRecord,
  encodeRemoteRecord,
  type RemoteRecord,
  remoteRecordTokens,
} from './remote-record.ts';

/** An entry of a node's list: a content, or its removal. */
export interface RemoteEntry {
  sha256: Buffer;
  record: RemoteRecord | undefined;
}

/** A pass through the list of a node. */
export interface SyncPass {
  id: number;
  pass: number;
}

/** Called with every change of the index, in the same transaction. */
export interface IndexListener {
  /** Called when a node lists a content. `isNew`: whether the content is new in the index. */
  indexed(content: {
    sha256: Buffer;
    number: number;
    size: number;
    tokens: ReadonlySet<string>;
    isNew: boolean;
  }): void;
  /** Called when no node lists this content any more. */
  removed(sha256: Buffer): void;
}

interface RemoteContentRow {
  number: number;
  shown: number;
}

/** A pending change of a row of the full-text index. */
interface SearchChange {
  /** Whether the row exists before the change. */
  isThere: boolean;
  /** undefined: the row is deleted. */
  tokens: string | undefined;
}

/** Limit of one merge in pages of 1,000 bytes; the entries of one page of a list need about that many. */
const mergedPages = 64;

/** Number of contents that may have been created in one millisecond. */
const numbersPerMs = 1024;

/** Stores the remote index; all changes run within `transaction`. */
export class RemoteIndexRepository {
  readonly #listener: IndexListener;
  readonly #inTransaction: InTransaction;
  /** Pending changes by the numbers of the contents. */
  readonly #searchChanges = new Map<number, SearchChange>();
  #version = 0;
  readonly #content: Statement<[Buffer], RemoteContentRow>;
  readonly #lastNumber: Statement<[number, number], { last: number | null }>;
  readonly #insert: Statement<[number, Buffer, number]>;
  readonly #delete: Statement<[number]>;
  readonly #show: Statement<[number, number]>;
  readonly #index: Statement<[number, string]>;
  readonly #unindex: Statement<[number]>;
  readonly #merge: Statement<[number]>;
  readonly #source: Statement<[number, number], { pass: number; record: string }>;
  readonly #insertSource: Statement<[number, number, number, number, string]>;
  readonly #updateSource: Statement<[number, string, number, number]>;
  readonly #deleteSource: Statement<[number, number]>;
  readonly #best: Statement<[number], { host: number; record: string }>;
  readonly #isBetter: Statement<[number, number], unknown>;
  readonly #ofEarlierPasses: Statement<[number, number, number], { number: number; sha256: Buffer }>;
  readonly #oldestOf: Statement<[number, number], { number: number; sha256: Buffer }>;
  readonly #largest: Statement<[number], { id: number }>;
  readonly #totals: Statement<[], { contents: number; weight: number }>;

  constructor(db: Db, listener: IndexListener) {
    this.#listener = listener;
    this.#inTransaction = transactionsOf(db);
    this.#content = db.prepare('SELECT number, shown FROM known_contents WHERE sha256 = ?');
    this.#lastNumber = db.prepare(
      'SELECT max(number) AS last FROM known_contents WHERE number BETWEEN ? AND ?',
    );
    this.#insert = db.prepare('INSERT INTO known_contents (number, sha256, shown) VALUES (?, ?, ?)');
    this.#delete = db.prepare('DELETE FROM known_contents WHERE number = ?');
    this.#show = db.prepare('UPDATE known_contents SET shown = ? WHERE number = ?');
    this.#index = db.prepare('INSERT INTO known_search (rowid, tokens) VALUES (?, ?)');
    this.#unindex = db.prepare('DELETE FROM known_search WHERE rowid = ?');
    this.#merge = db.prepare(
      "INSERT INTO known_search (known_search, rank) VALUES ('merge', CAST(? AS INTEGER))",
    );
    this.#source = db.prepare('SELECT pass, record FROM known_sources WHERE number = ? AND host = ?');
    this.#insertSource = db.prepare(
      'INSERT INTO known_sources (number, host, pass, since, record) VALUES (?, ?, ?, ?, ?)',
    );
    this.#updateSource = db.prepare(
      'UPDATE known_sources SET pass = ?, record = ? WHERE number = ? AND host = ?',
    );
    this.#deleteSource = db.prepare('DELETE FROM known_sources WHERE number = ? AND host = ?');
    this.#best = db.prepare(
      `SELECT known_sources.host, record FROM known_sources JOIN sync_states ON id = known_sources.host
       WHERE number = ? ORDER BY named DESC, since, id LIMIT 1`,
    );
    this.#isBetter = db.prepare(
      'SELECT 1 FROM sync_states AS a, sync_states AS b WHERE a.id = ? AND b.id = ? AND a.named > b.named',
    );
    const ofHost = `SELECT number, sha256 FROM known_sources INDEXED BY known_sources_by_host
      JOIN known_contents USING (number) WHERE host = ?`;
    this.#ofEarlierPasses = db.prepare(`${ofHost} AND pass < ? LIMIT ?`);
    this.#oldestOf = db.prepare(`${ofHost} ORDER BY pass, number LIMIT ?`);
    // The limit for all nodes that nobody named counts them together, because one operator may run many.
    this.#largest = db.prepare(
      `SELECT id FROM sync_states
       ORDER BY named = 0 AND (SELECT sum(weight) FROM sync_states WHERE named = 0) > ? / 2.0 DESC, weight DESC, id
       LIMIT 1`,
    );
    this.#totals = db.prepare('SELECT contents, weight FROM known_totals');
  }

  /** Returns a number that changes with the index. */
  get version(): number {
    return this.#version;
  }

  /**
   * Runs writes in one transaction. The full-text index is written at its end, in row order: FTS5 flushes its buffer
   * whenever another table is written or an earlier row follows, and each flush causes more merging later.
   */
  transaction<T>(work: () => T): T {
    try {
      return this.#inTransaction(() => {
        const result = work();
        this.#writeSearch();
        return result;
      });
    } finally {
      this.#searchChanges.clear();
    }
  }

  /**
   * Merges a part of the full-text index in its own transaction. The automatic merges of FTS5 are rare and take tens of
   * milliseconds.
   */
  mergeSearch(): void {
    this.#merge.run(mergedPages);
  }

  /** Returns the number of known contents and their share of the limit. */
  totals(): { contents: number; weight: number } {
    return this.#totals.get() as { contents: number; weight: number };
  }

  /** Applies an entry of a node's list; returns whether the index changed. */
  apply(pass: SyncPass, { sha256, record }: RemoteEntry, at: number): boolean {
    if (!record) return this.remove(pass.id, sha256);
    const content = this.#content.get(sha256);
    const isChanged = content
      ? this.#update(pass, { ...content, sha256 }, record, at)
      : this.#add(pass, sha256, record, at);
    if (isChanged) this.#version += 1;
    return isChanged;
  }

  /** Removes a content of a node; returns whether the node had listed it. */
  remove(host: number, sha256: Buffer): boolean {
    const content = this.#content.get(sha256);
    if (!content || this.#deleteSource.run(content.number, host).changes === 0) return false;
    this.#version += 1;
    if (content.shown !== host) return true;
    const best = this.#best.get(content.number);
    if (best) this.#showAs({ ...content, sha256 }, best.host, decodeRemoteRecord(best.record));
    else {
      this.#search(content.number, true, undefined);
      this.#delete.run(content.number);
      this.#listener.removed(sha256);
    }
    return true;
  }

  /** Removes some entries that a node listed only in earlier passes; returns whether there may be more. */
  removeEarlier({ id, pass }: SyncPass, max: number): boolean {
    return this.#removeAll(id, this.#ofEarlierPasses.all(id, pass, max), max);
  }

  /** Removes some entries of a node, oldest first; returns whether there may be more. */
  removeOldest(host: number, max: number): boolean {
    return this.#removeAll(host, this.#oldestOf.all(host, max), max);
  }

  /**
   * Removes contents until the total weight is within `limit`: the oldest of the node that listed the most, at first
   * among nodes that nobody named where these use more than half of the limit.
   * @param max limit of removals in one call
   * @returns whether the total still exceeds the limit
   */
  shrinkTo(limit: number, max: number): boolean {
    for (let forgotten = 0; this.totals().weight > limit; forgotten += 1) {
      if (forgotten >= max) return true;
      const largest = this.#largest.get(limit);
      if (!largest) return false;
      this.removeOldest(largest.id, 1);
    }
    return false;
  }

  #removeAll(host: number, contents: readonly { sha256: Buffer }[], max: number): boolean {
    for (const { sha256 } of contents) this.remove(host, sha256);
    return contents.length === max;
  }

  #add({ id, pass }: SyncPass, sha256: Buffer, record: RemoteRecord, at: number): boolean {
    const number = this.#freeNumber(record.createdAt, at);
    const tokens = remoteRecordTokens(record);
    this.#insert.run(number, sha256, id);
    this.#insertSource.run(number, id, pass, at, encodeRemoteRecord(record));
    this.#search(number, false, tokens);
    this.#listener.indexed({ sha256, number, size: record.size, tokens, isNew: true });
    return true;
  }

  #update(
    { id, pass }: SyncPass,
    content: RemoteContentRow & { sha256: Buffer },
    record: RemoteRecord,
    at: number,
  ): boolean {
    const { number } = content;
    const text = encodeRemoteRecord(record);
    const before = this.#source.get(number, id);
    if (before?.record === text && before.pass === pass) return false;
    if (before) this.#updateSource.run(pass, text, number, id);
    else this.#insertSource.run(number, id, pass, at, text);
    const isShownSource = content.shown === id && before?.record !== text;
    if (isShownSource || this.#isBetter.get(id, content.shown)) this.#showAs(content, id, record);
    return true;
  }

  #showAs(
    { number, sha256 }: RemoteContentRow & { sha256: Buffer },
    host: number,
    record: RemoteRecord,
  ): void {
    const tokens = remoteRecordTokens(record);
    this.#show.run(host, number);
    this.#search(number, true, tokens);
    this.#listener.indexed({ sha256, number, size: record.size, tokens, isNew: false });
  }

  /** Records a pending change of the full-text index. `wasThere`: whether the row existed before. */
  #search(number: number, wasThere: boolean, tokens: ReadonlySet<string> | undefined): void {
    const isThere = this.#searchChanges.get(number)?.isThere ?? wasThere;
    this.#searchChanges.set(number, { isThere, tokens: tokens && [...tokens].join(' ') });
  }

  #writeSearch(): void {
    const inOrder = [...this.#searchChanges].sort(([a], [b]) => a - b);
    for (const [number, { isThere, tokens }] of inOrder) {
      if (isThere) this.#unindex.run(number);
      if (tokens !== undefined) this.#index.run(number, tokens);
    }
  }

  /**
   * Returns a free number after those of the contents created in the same millisecond, or, if there is none, one of the
   * current time.
   */
  #freeNumber(createdAt: number, now: number): number {
    const first = createdAt * numbersPerMs;
    const end = first + numbersPerMs - 1;
    const last = this.#lastNumber.get(first, end)?.last ?? first - 1;
    return last < end ? last + 1 : this.#freeNumber(Math.max(now, createdAt + 1), now);
  }
}
