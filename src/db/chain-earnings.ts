import type { Statement } from 'better-sqlite3';
import type { Db } from './open.ts';

/** A content whose sales earn somebody something; addresses and shares of 10,000. */
export interface EarningContent {
  id: number;
  owner: string;
  royalties: [string, number][];
}

/** Licences of a content that were issued for one price within a quarter of an hour; `at` in milliseconds. */
export interface SaleRow {
  content: number;
  price: bigint;
  at: number;
  count: bigint;
}

/** A licence that was sold on; `seller` empty where it is not known. */
export interface ResaleRow {
  content: number;
  seller: string;
  price: bigint;
  at: number;
}

interface Asked {
  platform: number;
  /** JSON arrays. */
  own: string;
  contents: string;
  from: number;
  until: number;
}

const own = 'IN (SELECT value FROM json_each(@own))';
const time = '>= @from AND %at < @until';
const within = (at: string) => `${at} ${time.replace('%at', at)}`;
const quarterMs = 900_000;

/** What the index of a chain says about money. Nothing counts that some wallets paid to themselves. */
export class ChainEarningsRepository {
  readonly #contents: Statement<
    [Pick<Asked, 'platform' | 'own'>],
    { id: number; owner: string; royalties: string }
  >;
  readonly #sales: Statement<[Omit<Asked, 'platform'>], Record<keyof SaleRow, bigint>>;
  readonly #resales: Statement<[Asked], Omit<ResaleRow, 'content' | 'at'> & { content: bigint; at: bigint }>;

  constructor(db: Db) {
    const columns = 'id, owner, royalties FROM chain_contents';
    this.#contents = db.prepare(
      `SELECT ${columns} WHERE platform = @platform AND owner ${own}
       UNION SELECT ${columns} WHERE platform = @platform
         AND id IN (SELECT content FROM content_shares WHERE address ${own})`,
    );
    this.#sales = db
      .prepare<[Omit<Asked, 'platform'>], Record<keyof SaleRow, bigint>>(
        `SELECT content, price, issued_at / ${quarterMs} * ${quarterMs} AS at, count(*) AS count
         FROM licences INDEXED BY licences_by_issue
         WHERE content IN (SELECT value FROM json_each(@contents)) AND ${within('issued_at')}
           AND price > 0 AND buyer NOT ${own}
         GROUP BY 1, 2, 3`,
      )
      .safeIntegers();
    this.#resales = db
      .prepare<[Asked], Omit<ResaleRow, 'content' | 'at'> & { content: bigint; at: bigint }>(
        `SELECT content, seller, price, at FROM resales
         WHERE (content IN (SELECT value FROM json_each(@contents)) OR seller ${own})
           AND ${within('at')} AND buyer NOT ${own}
           AND (SELECT platform FROM chain_contents WHERE id = content) = @platform`,
      )
      .safeIntegers();
  }

  /** Those of which some wallets are owners or have a share. */
  contents(platform: number, wallets: readonly string[]): EarningContent[] {
    return this.#contents
      .all({ platform, own: JSON.stringify(wallets) })
      .map((row) => ({ ...row, royalties: JSON.parse(row.royalties) as [string, number][] }));
  }

  /** @param contents their ids @param from in milliseconds, like `until` */
  sales(contents: readonly number[], wallets: readonly string[], from: number, until: number): SaleRow[] {
    return this.#sales
      .all({ contents: JSON.stringify(contents), own: JSON.stringify(wallets), from, until })
      .map((row) => ({ ...row, content: Number(row.content), at: Number(row.at) }));
  }

  /** Of these contents, or by these wallets. */
  resales(
    platform: number,
    contents: readonly number[],
    wallets: readonly string[],
    from: number,
    until: number,
  ): ResaleRow[] {
    return this.#resales
      .all({ platform, contents: JSON.stringify(contents), own: JSON.stringify(wallets), from, until })
      .map((row) => ({ ...row, content: Number(row.content), at: Number(row.at) }));
  }
}
