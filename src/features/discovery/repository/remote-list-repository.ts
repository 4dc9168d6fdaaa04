import { LRUCache } from 'lru-cache';
import { maxCounted } from '../../../contract/lists.ts';
import { forSaleTerm } from '../../../core/lists/search-tokens.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { type ContentFilter, isNarrowed, listed } from '../../content/index.ts';
import { decodeRemoteRecord, type RemoteRecord } from './remote-record.ts';

/** A search in the remote index, which is the same for every viewer. */
export interface RemoteFilter extends Omit<ContentFilter, 'viewer'> {
  /** Leaves out contents for sale. */
  onlyFree?: boolean;
}

export interface RemoteContent extends RemoteRecord {
  number: number;
  sha256: Buffer;
}

const maxSources = 16;

type StoredContent = Pick<RemoteContent, 'number' | 'sha256'> & { record: string };

const readRemoteContent = ({ record, ...row }: StoredContent): RemoteContent => ({
  ...row,
  ...decodeRemoteRecord(record),
});

interface SourceRow {
  number: number;
  host: string;
  named: number;
  since: number;
  id: number;
}

const bestFirst = (a: SourceRow, b: SourceRow): number =>
  b.named - a.named || a.since - b.since || a.id - b.id;

const isForSale = `"${forSaleTerm}"`;

function matchOf({ onlyFree, ...filter }: RemoteFilter): string {
  const match = listed({ ...filter, viewer: undefined });
  return onlyFree ? `(${match} NOT ${isForSale})` : match;
}

/** Finds contents in the remote index. */
export class RemoteListRepository {
  readonly #version: () => number;
  readonly #page: Statement<[string, number, number, number], StoredContent>;
  readonly #count: Statement<[string], { n: number }>;
  readonly #total: Statement<[], { contents: number }>;
  readonly #countForSale: Statement<[], { n: number }>;
  readonly #one: Statement<[Buffer], StoredContent>;
  readonly #number: Statement<[Buffer], { number: number }>;
  readonly #sources: Statement<[string], SourceRow>;
  /** Counts of searches by version of the index. */
  readonly #counts = new LRUCache<string, number>({ max: 500 });

  /** @param version returns a number that changes with the index */
  constructor(db: Db, version: () => number) {
    this.#version = version;
    this.#page = db.prepare(
      // Joins only the rows of the page, not the skipped ones.
      `SELECT known_contents.number, sha256, record
       FROM (SELECT rowid AS number FROM known_search WHERE known_search MATCH ? AND rowid < CAST(? AS INTEGER)
         ORDER BY rowid DESC LIMIT ? OFFSET ?) AS found
       CROSS JOIN known_contents ON known_contents.number = found.number
       CROSS JOIN known_sources ON known_sources.number = known_contents.number AND host = shown
       ORDER BY found.number DESC`,
    );
    this.#count = db.prepare(
      `SELECT count(*) AS n FROM (SELECT 1 FROM known_search WHERE known_search MATCH ? LIMIT ${maxCounted})`,
    );
    this.#total = db.prepare('SELECT contents FROM known_totals');
    this.#countForSale = db.prepare(
      `SELECT count(*) AS n FROM known_search WHERE known_search MATCH '${isForSale}'`,
    );
    this.#one = db.prepare(
      `SELECT known_contents.number, sha256, record FROM known_contents CROSS JOIN known_sources
       ON known_sources.number = known_contents.number AND host = shown
       WHERE sha256 = ?`,
    );
    this.#number = db.prepare('SELECT number FROM known_contents WHERE sha256 = ?');
    this.#sources = db.prepare(
      `SELECT number, sync_states.host, named, since, id
       FROM known_sources CROSS JOIN sync_states ON id = known_sources.host
       WHERE number IN (SELECT value FROM json_each(?))`,
    );
  }

  /** Returns a content with the record of its best source. */
  find(sha256: Buffer): RemoteContent | undefined {
    const row = this.#one.get(sha256);
    return row && readRemoteContent(row);
  }

  /** Returns a page, newest first, of contents with lower numbers than `beforeNumber`, without the first `skip`. */
  page(filter: RemoteFilter, beforeNumber: number, limit: number, skip = 0): RemoteContent[] {
    return this.#page.all(matchOf(filter), beforeNumber, limit, skip).map(readRemoteContent);
  }

  /** Counts the matches; with a search or filter up to `maxCounted`. */
  count(filter: RemoteFilter): number {
    if (isNarrowed({ ...filter, viewer: undefined })) {
      const match = matchOf(filter);
      return this.#counted(match, () => this.#count.get(match)?.n ?? 0);
    }
    const all = this.#total.get()?.contents ?? 0;
    if (!filter.onlyFree) return all;
    return all - this.#counted(isForSale, () => this.#countForSale.get()?.n ?? 0);
  }

  #counted(name: string, count: () => number): number {
    const key = `${this.#version()} ${name}`;
    const counted = this.#counts.get(key) ?? count();
    this.#counts.set(key, counted);
    return counted;
  }

  has(sha256: Buffer): boolean {
    return this.#number.get(sha256) !== undefined;
  }

  /** Lists the nodes that list a content, best first. */
  sources(sha256: Buffer): string[] {
    const content = this.#number.get(sha256);
    return content ? (this.sourcesOf([content]).get(content.number) ?? []) : [];
  }

  /** Lists the sources of a page of contents by their numbers; separate queries would take half of the page's time. */
  sourcesOf(contents: readonly Pick<RemoteContent, 'number'>[]): Map<number, string[]> {
    const hosts = new Map<number, string[]>(contents.map(({ number }) => [number, []]));
    const rows = this.#sources.all(JSON.stringify([...hosts.keys()])).sort(bestFirst);
    for (const { number, host } of rows) {
      const ofContent = hosts.get(number);
      if (ofContent && ofContent.length < maxSources) ofContent.push(host);
    }
    return hosts;
  }
}
