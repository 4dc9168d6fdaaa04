import { maxPrice } from '../../chain/index.ts';
import { onPlatform } from '../../content/index.ts';

/** Which contents of a platform a list shows. */
export interface MarketFilter {
  platform: number;
  /** Words, or their beginnings. */
  q?: string | undefined;
  /** A media type, or its first half. */
  contentType?: string | undefined;
  /** Everything that belongs to one of these, whatever is for sale of it; undefined: what is for sale, of everybody. */
  owners?: readonly string[] | undefined;
  /** In nanoTON, both included. */
  least?: bigint | undefined;
  most?: bigint | undefined;
}

export type MarketOrder = 'newest' | 'cheapest';

/** The last content of a page. */
export interface MarketPosition {
  id: number;
  price: bigint;
}

/**
 * Where a query begins: with the rows of some owners, with the matches of a search, or with contents in the order of
 * one of the market's indexes.
 */
export type MarketPlan = 'owners' | 'matches' | MarketOrder;

export interface MarketQuery {
  sql: string;
  values: Record<string, unknown>;
}

/** More than any id. */
const endOfIds = Number.MAX_SAFE_INTEGER;

/** What a search is for, in FTS5's query language; undefined: for everything. */
export const matchOf = ({ platform, q, contentType }: MarketFilter): string | undefined =>
  onPlatform(platform, { q, contentType });

const tables: Record<MarketPlan, string> = {
  owners: 'chain_contents INDEXED BY chain_contents_by_owner',
  matches: 'chain_search CROSS JOIN chain_contents ON chain_contents.id = chain_search.rowid',
  newest: 'chain_contents INDEXED BY chain_market_newest',
  cheapest: 'chain_contents INDEXED BY chain_market_cheapest',
};

/** The text is one of a few, so that it need not be read each time. */
function conditions(
  filter: MarketFilter,
  plan: MarketPlan,
): { where: string; values: Record<string, unknown> } {
  const { platform, owners, least = 0n, most = maxPrice } = filter;
  const match = matchOf(filter);
  const where = ['platform = @platform', 'price BETWEEN @least AND @most'];
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
      least,
      most,
      ...(match !== undefined && { match }),
      ...(owners && { owners: JSON.stringify(owners) }),
    },
  };
}

/** A page of a market, from after a position, without the first `skip`. @param columns of `chain_contents` */
export function pageQuery(
  columns: string,
  filter: MarketFilter,
  order: MarketOrder,
  plan: MarketPlan,
  after: MarketPosition | undefined,
  { limit, skip }: { limit: number; skip: number },
): MarketQuery {
  if (order === 'newest') {
    const { where, values } = conditions(filter, plan);
    // FTS5 seeks a row only by a number that is bound as an integer.
    const id = plan === 'matches' ? 'chain_search.rowid' : 'chain_contents.id';
    return {
      sql: `SELECT ${columns} FROM ${tables[plan]} WHERE ${where} AND ${id} < CAST(@id AS INTEGER)
        ORDER BY ${id} DESC LIMIT @limit OFFSET @skip`,
      values: { ...values, id: after?.id ?? endOfIds, limit, skip },
    };
  }
  const { id, price } = after ?? { id: 0, price: -1n };
  const { least = 0n } = filter;
  // The index is entered by a bound of the price, not by the pair.
  const { where, values } = conditions({ ...filter, least: price > least ? price : least }, plan);
  return {
    sql: `SELECT ${columns} FROM ${tables[plan]} WHERE ${where} AND (price > @price OR chain_contents.id > @id)
      ORDER BY price, chain_contents.id LIMIT @limit OFFSET @skip`,
    values: { ...values, id, price, limit, skip },
  };
}

/** How many contents there are, up to so many. */
export function countQuery(filter: MarketFilter, plan: MarketPlan, upTo: number): MarketQuery {
  const { where, values } = conditions(filter, plan);
  return {
    sql: `SELECT count(*) AS n FROM (SELECT 1 FROM ${tables[plan]} WHERE ${where} LIMIT @upTo)`,
    values: { ...values, upTo },
  };
}
