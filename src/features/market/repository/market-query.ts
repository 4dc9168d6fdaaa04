import type { ContentKind } from '../../../contract/dashboard-api/library/content-lists.ts';
import type { MarketSort } from '../../../contract/dashboard-api/market.ts';
import { maxPrice } from '../../../contract/units.ts';
import { byAuthors, onPlatform } from '../../content/index.ts';

/** Wallets and authors that the owner of this node follows. */
export interface Followed {
  /** Wallets. */
  owners: readonly string[];
  /** Names. */
  authors: readonly string[];
}

/** Filter of the contents of a platform. */
export interface MarketFilter {
  platform: number;
  /** Words or prefixes of words. */
  q?: string | undefined;
  kind?: ContentKind | undefined;
  /** Only items of these owners, for sale or not; undefined: all items for sale. */
  owners?: readonly string[] | undefined;
  /** Only items for sale by followed wallets or authors. */
  followed?: Followed | undefined;
  /** In nanograms, both bounds included. */
  min?: bigint | undefined;
  max?: bigint | undefined;
}

/** The last content of a page. */
export interface MarketPosition {
  id: number;
  price: bigint;
  /** Its sort key. */
  titleKey: string;
}

/**
 * First step of a query: the rows of some owners or authors, the matches of a search, or the contents in the order of
 * one of the market's indexes.
 */
export type MarketPlan = 'owners' | 'followed' | 'matches' | 'newest' | 'prices' | 'titles';

export interface MarketQuery {
  sql: string;
  values: Record<string, unknown>;
}

/** Sorts after any id. */
const endOfIds = Number.MAX_SAFE_INTEGER;

/** Builds a search in FTS5's query language; undefined matches everything. */
export const matchOf = ({ platform, q, kind }: MarketFilter): string | undefined =>
  onPlatform(platform, { q, kind });

const tables: Record<MarketPlan, string> = {
  owners: 'chain_contents INDEXED BY chain_contents_by_owner',
  followed: `(SELECT id AS followed FROM chain_contents INDEXED BY chain_contents_by_owner
      WHERE platform = @platform AND owner IN (SELECT value FROM json_each(@owners))
    UNION SELECT rowid FROM chain_search WHERE chain_search MATCH @authors)
    CROSS JOIN chain_contents ON chain_contents.id = followed`,
  matches: 'chain_search CROSS JOIN chain_contents ON chain_contents.id = chain_search.rowid',
  newest: 'chain_contents INDEXED BY chain_market_newest',
  prices: 'chain_contents INDEXED BY chain_market_cheapest',
  titles: 'chain_contents INDEXED BY chain_market_titles',
};

/** Returns one of a few SQL texts, so that prepared statements can be reused. */
function conditions(
  filter: MarketFilter,
  plan: MarketPlan,
): { where: string; values: Record<string, unknown> } {
  const { platform, owners, followed, min = 0n, max = maxPrice } = filter;
  const match = matchOf(filter);
  const where = ['platform = @platform', 'price BETWEEN @min AND @max'];
  if (owners) where.push('owner IN (SELECT value FROM json_each(@owners))');
  else where.push('is_first = 1 AND withdrawn = 0');
  if (plan === 'matches') where.push('chain_search MATCH @match');
  else if (match !== undefined) {
    where.push('chain_contents.id IN (SELECT rowid FROM chain_search WHERE chain_search MATCH @match)');
  }
  return {
    where: where.join(' AND '),
    values: {
      platform,
      min,
      max,
      ...(match !== undefined && { match }),
      ...(owners && { owners: JSON.stringify(owners) }),
      ...(followed && {
        owners: JSON.stringify(followed.owners),
        authors: byAuthors(platform, followed.authors),
      }),
    },
  };
}

/** The part of a query that a sort decides. */
interface Order {
  /** With the limits that let the database start in an index. */
  filter: MarketFilter;
  /** Condition for the rows after the position. */
  rest: string;
  by: string;
  values: Record<string, unknown>;
}

const orders: Record<
  MarketSort,
  (filter: MarketFilter, plan: MarketPlan, after: MarketPosition | undefined) => Order
> = {
  newest: (filter, plan, after) => {
    // FTS5 finds a row quickly only by a number that is bound as an integer.
    const id = plan === 'matches' ? 'chain_search.rowid' : 'chain_contents.id';
    return {
      filter,
      rest: `${id} < CAST(@id AS INTEGER)`,
      by: `${id} DESC`,
      values: { id: after?.id ?? endOfIds },
    };
  },
  title: (filter, _plan, after) => ({
    filter,
    rest: 'title_key >= @titleKey AND (title_key > @titleKey OR chain_contents.id > @id)',
    by: 'title_key, chain_contents.id',
    values: { id: after?.id ?? 0, titleKey: after?.titleKey ?? '' },
  }),
  most_expensive: (filter, _plan, after) => {
    const { id, price } = after ?? { id: endOfIds, price: maxPrice };
    const { max = maxPrice } = filter;
    return {
      filter: { ...filter, max: price < max ? price : max },
      rest: '(price < @price OR chain_contents.id < @id)',
      by: 'price DESC, chain_contents.id DESC',
      values: { id, price },
    };
  },
  cheapest: (filter, _plan, after) => {
    const { id, price } = after ?? { id: 0, price: -1n };
    const { min = 0n } = filter;
    return {
      // SQLite uses the index for a limit of the price, but not for one of price and id together.
      filter: { ...filter, min: price > min ? price : min },
      rest: '(price > @price OR chain_contents.id > @id)',
      by: 'price, chain_contents.id',
      values: { id, price },
    };
  },
};

/**
 * Builds the query of a page after a position, without the first `skip`.
 * @param columns of `chain_contents`
 */
export function pageQuery(
  columns: string,
  { filter, sort, plan }: { filter: MarketFilter; sort: MarketSort; plan: MarketPlan },
  { after, limit, skip }: { after: MarketPosition | undefined; limit: number; skip: number },
): MarketQuery {
  const order = orders[sort](filter, plan, after);
  const { where, values } = conditions(order.filter, plan);
  return {
    sql: `SELECT ${columns} FROM ${tables[plan]} WHERE ${where} AND ${order.rest}
      ORDER BY ${order.by} LIMIT @limit OFFSET @skip`,
    values: { ...values, ...order.values, limit, skip },
  };
}

/** Builds a query that counts contents up to a limit. */
export function countQuery(filter: MarketFilter, plan: MarketPlan, upTo: number): MarketQuery {
  const { where, values } = conditions(filter, plan);
  return {
    sql: `SELECT count(*) AS n FROM (SELECT 1 FROM ${tables[plan]} WHERE ${where} LIMIT @upTo)`,
    values: { ...values, upTo },
  };
}
