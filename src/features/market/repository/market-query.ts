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

/**
 * Builds the query of a page after a position, without the first `skip`.
 * @param columns of `chain_contents`
 */
export function pageQuery(
  columns: string,
  filter: MarketFilter,
  sort: MarketSort,
  plan: MarketPlan,
  after: MarketPosition | undefined,
  { limit, skip }: { limit: number; skip: number },
): MarketQuery {
  if (sort === 'newest') {
    const { where, values } = conditions(filter, plan);
    // FTS5 finds a row quickly only by a number that is bound as an integer.
    const id = plan === 'matches' ? 'chain_search.rowid' : 'chain_contents.id';
    return {
      sql: `SELECT ${columns} FROM ${tables[plan]} WHERE ${where} AND ${id} < CAST(@id AS INTEGER)
        ORDER BY ${id} DESC LIMIT @limit OFFSET @skip`,
      values: { ...values, id: after?.id ?? endOfIds, limit, skip },
    };
  }
  if (sort === 'title') {
    const { id, titleKey } = after ?? { id: 0, titleKey: '' };
    const { where, values } = conditions(filter, plan);
    return {
      sql: `SELECT ${columns} FROM ${tables[plan]} WHERE ${where}
        AND title_key >= @titleKey AND (title_key > @titleKey OR chain_contents.id > @id)
        ORDER BY title_key, chain_contents.id LIMIT @limit OFFSET @skip`,
      values: { ...values, id, titleKey, limit, skip },
    };
  }
  if (sort === 'most_expensive') {
    const { id, price } = after ?? { id: endOfIds, price: maxPrice };
    const { max = maxPrice } = filter;
    const { where, values } = conditions({ ...filter, max: price < max ? price : max }, plan);
    return {
      sql: `SELECT ${columns} FROM ${tables[plan]} WHERE ${where} AND (price < @price OR chain_contents.id < @id)
        ORDER BY price DESC, chain_contents.id DESC LIMIT @limit OFFSET @skip`,
      values: { ...values, id, price, limit, skip },
    };
  }
  const { id, price } = after ?? { id: 0, price: -1n };
  const { min = 0n } = filter;
  // SQLite uses the index for a limit of the price, but not for one of price and id together.
  const { where, values } = conditions({ ...filter, min: price > min ? price : min }, plan);
  return {
    sql: `SELECT ${columns} FROM ${tables[plan]} WHERE ${where} AND (price > @price OR chain_contents.id > @id)
      ORDER BY price, chain_contents.id LIMIT @limit OFFSET @skip`,
    values: { ...values, id, price, limit, skip },
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
