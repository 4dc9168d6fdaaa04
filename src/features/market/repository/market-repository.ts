import type { MarketSort } from '../../../contract/dashboard-api/market.ts';
import { maxCounted } from '../../../contract/lists.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { type ChainContent, type ChainContentRow, contentColumns, readContent } from '../../chain/index.ts';
import {
  countQuery,
  type MarketFilter,
  type MarketPlan,
  type MarketPosition,
  type MarketQuery,
  matchOf,
  pageQuery,
} from './market-query.ts';

type Values = Record<string, unknown>;

/** Number of rows that can be scanned without a noticeable delay. */
const few = 2000;

/** Reads contents of the chain. */
export class ChainMarketRepository {
  readonly #db: Db;
  /** Prepared statements by text, one for each kind of list. */
  readonly #statements = new Map<string, Statement<[Values], unknown>>();
  readonly #byAddress: Statement<[number, string], ChainContentRow>;
  readonly #byFile: Statement<[number, Buffer], ChainContentRow>;
  readonly #namesRegistrant: Statement<[number, Buffer], unknown>;
  readonly #byIds: Statement<[string], ChainContentRow>;

  constructor(db: Db) {
    this.#db = db;
    const select = `SELECT ${contentColumns} FROM chain_contents`;
    this.#byAddress = db
      .prepare<[number, string], ChainContentRow>(`${select} WHERE platform = ? AND address = ?`)
      .safeIntegers();
    this.#byFile = db
      .prepare<[number, Buffer], ChainContentRow>(
        `${select} INDEXED BY chain_contents_first WHERE platform = ? AND sha256 = ? AND is_first = 1`,
      )
      .safeIntegers();
    this.#namesRegistrant = db.prepare(
      'SELECT 1 FROM file_registrants JOIN platforms USING (network) WHERE platforms.id = ? AND sha256 = ?',
    );
    this.#byIds = db
      .prepare<[string], ChainContentRow>(`${select} WHERE id IN (SELECT value FROM json_each(?))`)
      .safeIntegers();
  }

  /** Returns a page after a position, without the first `skip`. */
  page(
    filter: MarketFilter,
    sort: MarketSort,
    after: MarketPosition | undefined,
    limit: number,
    skip = 0,
  ): ChainContent[] {
    const plan = this.#plan(filter, sort);
    return this.#all<ChainContentRow>(
      pageQuery(contentColumns, { filter, sort, plan }, { after, limit, skip }),
    ).map(readContent);
  }

  /** Counts all contents; searches and filters count at most 250. */
  count(filter: MarketFilter): number {
    const { owners, followed, min, max } = filter;
    const isWhole =
      matchOf(filter) === undefined && !owners && !followed && min === undefined && max === undefined;
    const plan = this.#plan(filter, isWhole ? 'cheapest' : 'newest');
    return this.#count(countQuery(filter, plan, isWhole ? Number.MAX_SAFE_INTEGER : maxCounted));
  }

  /** @param address of the contract, raw */
  byAddress(platform: number, address: string): ChainContent | undefined {
    const row = this.#byAddress.get(platform, address);
    return row && readContent(row);
  }

  /** Returns the first content that names a file; if the file names a registrant, the first that this wallet sent. */
  byFile(platform: number, sha256: Buffer): ChainContent | undefined {
    const row = this.#byFile.get(platform, sha256);
    return row && readContent(row);
  }

  /** Returns whether a stored file names the sender of its registration on the network of a platform. */
  namesRegistrant(platform: number, sha256: Buffer): boolean {
    return this.#namesRegistrant.get(platform, sha256) !== undefined;
  }

  byIds(ids: readonly number[]): Map<number, ChainContent> {
    const contents = this.#byIds.all(JSON.stringify(ids)).map(readContent);
    return new Map(contents.map((content) => [content.id, content]));
  }

  /** Chooses the rarest condition as the first step, or else the index in the requested order. */
  #plan(filter: MarketFilter, sort: MarketSort): MarketPlan {
    const { platform, owners, followed, min, max } = filter;
    if (owners) return 'owners';
    if (followed) return 'followed';
    const isByPrice = sort === 'cheapest' || sort === 'most_expensive';
    const hasRange = min !== undefined || max !== undefined;
    const isNarrow = () => hasRange && this.#count(countQuery({ platform, min, max }, 'prices', few)) < few;
    const inOrder = sort === 'title' ? 'titles' : 'newest';
    if (matchOf(filter) === undefined) return isByPrice || isNarrow() ? 'prices' : inOrder;
    const { q, kind } = filter;
    const isRare = this.#count(countQuery({ platform, q, kind }, 'matches', few)) < few;
    if (isRare) return 'matches';
    if (isByPrice || isNarrow()) return 'prices';
    return sort === 'title' ? 'titles' : 'matches';
  }

  #count(query: MarketQuery): number {
    return Number(this.#all<{ n: bigint }>(query)[0]?.n ?? 0n);
  }

  #all<Row>({ sql, values }: MarketQuery): Row[] {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#db.prepare<[Values], unknown>(sql).safeIntegers();
      this.#statements.set(sql, statement);
    }
    return statement.all(values) as Row[];
  }
}
