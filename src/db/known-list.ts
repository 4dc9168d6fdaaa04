import type { Statement } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { type ContentFilter, isNarrowed, listed } from './content-filter.ts';
import { type KnownRecord, readKnownRecord } from './known-record.ts';
import type { Db } from './open.ts';

/** What to look for; everybody sees all of the index. */
export type KnownFilter = Omit<ContentFilter, 'viewer'>;

export interface KnownContent extends KnownRecord {
  number: number;
  sha256: Buffer;
}

/** Searches and filters count their matches up to here. */
const mostCounted = 250;
const mostSources = 16;

const readKnown = ({ record, ...row }: { number: number; sha256: Buffer; record: string }): KnownContent => ({
  ...row,
  ...readKnownRecord(record),
});

const matchOf = (filter: KnownFilter): string => listed({ ...filter, viewer: undefined });

/** Finds contents of other nodes, by one look into the index at any depth. */
export class KnownListRepository {
  readonly #version: () => number;
  readonly #page: Statement<[string, number, number], { number: number; sha256: Buffer; record: string }>;
  readonly #count: Statement<[string], { n: number }>;
  readonly #total: Statement<[], { contents: number }>;
  readonly #one: Statement<[Buffer], { number: number; sha256: Buffer; record: string }>;
  readonly #sources: Statement<[Buffer], { host: string }>;
  /** Of searches, by the version of the index up to which they count. */
  readonly #counts = new LRUCache<string, number>({ max: 500 });

  /** @param version changes with the index */
  constructor(db: Db, version: () => number) {
    this.#version = version;
    this.#page = db.prepare(
      `SELECT known_contents.number, sha256, record
       FROM known_search CROSS JOIN known_contents ON known_contents.number = known_search.rowid
       CROSS JOIN known_sources ON known_sources.number = known_contents.number AND host = shown
       WHERE known_search MATCH ? AND known_search.rowid < CAST(? AS INTEGER)
       ORDER BY known_search.rowid DESC LIMIT ?`,
    );
    this.#count = db.prepare(
      `SELECT count(*) AS n FROM (SELECT 1 FROM known_search WHERE known_search MATCH ? LIMIT ${mostCounted})`,
    );
    this.#total = db.prepare('SELECT contents FROM known_totals');
    this.#one = db.prepare(
      `SELECT known_contents.number, sha256, record FROM known_contents CROSS JOIN known_sources
       ON known_sources.number = known_contents.number AND host = shown
       WHERE sha256 = ?`,
    );
    this.#sources = db.prepare(
      `SELECT sync_states.host FROM known_contents CROSS JOIN known_sources USING (number)
       JOIN sync_states ON id = known_sources.host
       WHERE sha256 = ? ORDER BY named DESC, since, id LIMIT ${mostSources}`,
    );
  }

  /** As the best of its sources tells it. */
  find(sha256: Buffer): KnownContent | undefined {
    const row = this.#one.get(sha256);
    return row && readKnown(row);
  }

  /** Newest first, from before that number. */
  page(filter: KnownFilter, beforeNumber: number, limit: number): KnownContent[] {
    return this.#page.all(matchOf(filter), beforeNumber, limit).map(readKnown);
  }

  /** How many contents are found in all; with a search or filter at most `mostCounted`. */
  count(filter: KnownFilter): number {
    if (!isNarrowed({ ...filter, viewer: undefined })) return this.#total.get()?.contents ?? 0;
    const match = matchOf(filter);
    const key = `${this.#version()} ${match}`;
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
    const count = this.#count.get(match)?.n ?? 0;
    this.#counts.set(key, count);
    return count;
  }

  /** The nodes that say they have a content, best first. */
  sources(sha256: Buffer): string[] {
    return this.#sources.all(sha256).map(({ host }) => host);
  }
}
