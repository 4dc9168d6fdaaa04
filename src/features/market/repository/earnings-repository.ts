import type { Db, Statement } from '../../../platform/sqlite/database.ts';

/** A content with somebody's share in its sales; addresses and shares of 10,000. */
export interface EarningContent {
  id: number;
  owner: string;
  royalties: [string, number][];
}

/** Licences of a content that were issued for one price under one owner. */
export interface SaleRow {
  content: number;
  /** Owner at that time; null: the current one. */
  owner: string | null;
  price: bigint;
  count: bigint;
}

/** A licence that was resold; `seller` is empty when unknown. */
export interface ResaleRow {
  content: number;
  /** Owner of the content at that time; null: the current one. */
  owner: string | null;
  seller: string;
  price: bigint;
}

export interface EarningsQuery {
  platform: number;
  /** Their ids. */
  contents: readonly number[];
  wallets: readonly string[];
  /** In milliseconds; `until` is excluded. */
  from: number;
  until: number;
}

type Asked = Omit<EarningsQuery, 'contents' | 'wallets'> & { contents: string; wallets: string };
type Row<T> = { [K in keyof T]: T[K] extends number ? bigint : T[K] };

const own = 'IN (SELECT value FROM json_each(@wallets))';
const asked = 'IN (SELECT value FROM json_each(@contents))';
const ownerAt = (rows: string, at: string) =>
  `(SELECT owner FROM earlier_owners WHERE content = ${rows}.content AND until > ${at} ORDER BY until LIMIT 1)`;

/** Reads earnings from the index. Payments between the owner's own wallets are left out. */
export class ChainEarningsRepository {
  readonly #contents: Statement<
    [Pick<Asked, 'platform' | 'wallets'>],
    { id: number; owner: string; royalties: string }
  >;
  readonly #sales: Statement<[Asked], Row<SaleRow>>;
  readonly #resales: Statement<[Asked], Row<ResaleRow>>;

  constructor(db: Db) {
    const columns = 'id, owner, royalties FROM chain_contents';
    this.#contents = db.prepare(
      `SELECT ${columns} WHERE platform = @platform AND owner ${own}
       UNION SELECT ${columns} WHERE platform = @platform
         AND id IN (SELECT content FROM content_shares WHERE address ${own})
       UNION SELECT ${columns} WHERE platform = @platform
         AND id IN (SELECT content FROM earlier_owners WHERE owner ${own})`,
    );
    this.#sales = db
      .prepare<[Asked], Row<SaleRow>>(
        `SELECT content, ${ownerAt('licences', 'issued_at')} AS owner, price, count(*) AS count
         FROM licences INDEXED BY licences_by_issue
         WHERE content ${asked} AND issued_at >= @from AND issued_at < @until AND price > 0 AND buyer NOT ${own}
         GROUP BY content, 2, price`,
      )
      .safeIntegers();
    this.#resales = db
      .prepare<[Asked], Row<ResaleRow>>(
        `SELECT content, ${ownerAt('resales', 'at')} AS owner, seller, price FROM resales
         WHERE at >= @from AND at < @until AND (content ${asked} OR seller ${own}) AND buyer NOT ${own}
           AND (SELECT platform FROM chain_contents WHERE id = content) = @platform`,
      )
      .safeIntegers();
  }

  /** Returns the contents that some wallets own, owned, or have a share in. */
  contents(platform: number, wallets: readonly string[]): EarningContent[] {
    return this.#contents
      .all({ platform, wallets: JSON.stringify(wallets) })
      .map((row) => ({ ...row, royalties: JSON.parse(row.royalties) as [string, number][] }));
  }

  /** Returns sales of these contents. */
  sales(query: EarningsQuery): SaleRow[] {
    return this.#sales.all(inJson(query)).map((row) => ({ ...row, content: Number(row.content) }));
  }

  /** Returns resales of these contents or by these wallets. */
  resales(query: EarningsQuery): ResaleRow[] {
    return this.#resales.all(inJson(query)).map((row) => ({ ...row, content: Number(row.content) }));
  }
}

const inJson = ({ contents, wallets, ...rest }: EarningsQuery): Asked => ({
  ...rest,
  contents: JSON.stringify(contents),
  wallets: JSON.stringify(wallets),
});
