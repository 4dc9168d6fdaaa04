import { onPlatform } from './content-filter.ts';

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

/** A query's text and what is bound in it. */
interface Query {
  from: string;
  where: string;
  values: { platform: number; match?: string; owners?: string; least: bigint; most: bigint };
}

/** The largest amount that is kept. */
export const mostNanoTon = 2n ** 63n - 1n;
/** More than any id. */
const endOfIds = Number.MAX_SAFE_INTEGER;

const isForSale = 'is_first = 1 AND withdrawn = 0';
const isFound = 'chain_search MATCH @match';

function conditionsOf({ platform, q, contentType, owners, least, most }: MarketFilter, index: string): Query {
  const match = onPlatform(platform, { q, contentType });
  const base = 'platform = @platform AND price BETWEEN @least AND @most';
  const values = { platform, least: least ?? 0n, most: most ?? mostNanoTon, ...(match && { match }) };
  if (owners !== undefined) {
    return {
      from: 'chain_contents INDEXED BY chain_contents_by_owner',
      where: `${base} AND owner IN (SELECT value FROM json_each(@owners))
        ${match ? `AND chain_contents.id IN (SELECT rowid FROM chain_search WHERE ${isFound})` : ''}`,
      values: { ...values, owners: JSON.stringify(owners) },
    };
  }
  if (match === undefined) {
    return { from: `chain_contents INDEXED BY ${index}`, where: `${base} AND ${isForSale}`, values };
  }
  return {
    from: 'chain_search CROSS JOIN chain_contents ON chain_contents.id = chain_search.rowid',
    where: `${isFound} AND ${base} AND ${isForSale}`,
    values,
  };
}

/**
 * A page of a market, from after a position: what stands in the text is fixed, so that there are few of them.
 * @param columns of `chain_contents`
 */
export function pageQuery(
  columns: string,
  filter: MarketFilter,
  order: MarketOrder,
  after: MarketPosition | undefined,
  limit: number,
): { sql: string; values: Record<string, unknown> } {
  const { from, where, values } = conditionsOf(filter, `chain_market_${order}`);
  const isSearch = from.startsWith('chain_search');
  const id = isSearch ? 'chain_search.rowid' : 'chain_contents.id';
  // FTS5 seeks a row only by a number that is bound as an integer.
  const [rest, by] =
    order === 'newest'
      ? [`${id} < CAST(@id AS INTEGER)`, `${id} DESC`]
      : ['(price, chain_contents.id) > (@price, @id)', 'price, chain_contents.id'];
  const from0 = order === 'newest' ? { id: endOfIds } : { id: 0, price: -1n };
  return {
    sql: `SELECT ${columns} FROM ${from} WHERE ${where} AND ${rest} ORDER BY ${by} LIMIT @limit`,
    values: { ...values, ...(after ?? from0), limit },
  };
}

/** How many contents there are, up to `most` where they have to be counted one by one. */
export function countQuery(
  filter: MarketFilter,
  most: number,
): { sql: string; values: Record<string, unknown> } {
  const { from, where, values } = conditionsOf(filter, 'chain_market_cheapest');
  return {
    sql: `SELECT count(*) AS n FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT @counted)`,
    values: { ...values, counted: most },
  };
}
