import type { Db, Statement } from '../../../platform/sqlite/database.ts';

/** A content and the shares in its sales; addresses and shares of 10,000. */
export interface EarningContent {
  id: number;
  owner: string;
  royalties: [string, number][];
}

/** Licences of a content that were issued for the same price while it had the same owner. */
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

/** A payment for a licence. */
export interface PaymentRow {
  at: number;
  /** Distinguishes payments of the same time. */
  ref: string;
  content: number;
  /** Owner of the content at that time; null: the current one. */
  owner: string | null;
  /** Address of the licence, raw. */
  licence: string;
  licenceKind: 'listen' | 'resale';
  buyer: string;
  /** The reseller of the licence, empty when unknown; null: it was issued. */
  seller: string | null;
  price: bigint;
}

/** Position after which a list of payments continues. */
export type PaymentPosition = Pick<PaymentRow, 'at' | 'ref'>;

export interface EarningsQuery {
  platform: number;
  /** Ids of the contents. */
  contents: readonly number[];
  wallets: readonly string[];
  /** In milliseconds; `until` is excluded. */
  from: number;
  until: number;
}

type Asked = Omit<EarningsQuery, 'contents' | 'wallets'> & { contents: string; wallets: string };
type AskedPayments = Omit<Asked, 'from' | 'until'> & PaymentPosition & { limit: number };
type Row<T> = { [K in keyof T]: T[K] extends number ? bigint : T[K] };

const own = 'IN (SELECT value FROM json_each(@wallets))';
const asked = 'IN (SELECT value FROM json_each(@contents))';
const ownerAt = (rows: string, at: string) =>
  `(SELECT owner FROM earlier_owners WHERE content = ${rows}.content AND until > ${at} ORDER BY until LIMIT 1)`;

/** SQL of licences of these contents that others paid for. */
const issued = `licences INDEXED BY licences_by_issue WHERE content ${asked} AND price > 0 AND buyer NOT ${own}`;
/** SQL of resales to others, of these contents or by these wallets. */
const resold = `resales WHERE (content ${asked} OR seller ${own}) AND buyer NOT ${own}
  AND (SELECT platform FROM chain_contents WHERE id = content) = @platform`;

/** SQL condition: the wallets receive a part of a payment; a content that was given away earns for its new owner. */
const earns = `(seller ${own} OR coalesce(owner, (SELECT owner FROM chain_contents WHERE id = paid.content)) ${own}
  OR EXISTS (SELECT 1 FROM content_shares WHERE content = paid.content AND address ${own}))`;

/** Reads earnings from the index, without payments between the owner's own wallets. */
export class ChainEarningsRepository {
  readonly #contents: Statement<
    [Pick<Asked, 'platform' | 'wallets'>],
    { id: number; owner: string; royalties: string }
  >;
  readonly #named: Statement<[string], { id: number; owner: string; royalties: string }>;
  readonly #sales: Statement<[Asked], Row<SaleRow>>;
  readonly #resales: Statement<[Asked], Row<ResaleRow>>;
  readonly #payments: Statement<[AskedPayments], Row<PaymentRow>>;

  constructor(db: Db) {
    const columns = 'id, owner, royalties FROM chain_contents';
    this.#contents = db.prepare(
      `SELECT ${columns} WHERE platform = @platform AND owner ${own}
       UNION SELECT ${columns} WHERE platform = @platform
         AND id IN (SELECT content FROM content_shares WHERE address ${own})
       UNION SELECT ${columns} WHERE platform = @platform
         AND id IN (SELECT content FROM earlier_owners WHERE owner ${own})`,
    );
    this.#named = db.prepare(`SELECT ${columns} WHERE id IN (SELECT value FROM json_each(?))`);
    this.#sales = db
      .prepare<[Asked], Row<SaleRow>>(
        `SELECT content, ${ownerAt('licences', 'issued_at')} AS owner, price, count(*) AS count
         FROM ${issued} AND issued_at >= @from AND issued_at < @until
         GROUP BY content, 2, price`,
      )
      .safeIntegers();
    this.#resales = db
      .prepare<[Asked], Row<ResaleRow>>(
        `SELECT content, ${ownerAt('resales', 'at')} AS owner, seller, price FROM ${resold}
           AND at >= @from AND at < @until`,
      )
      .safeIntegers();
    this.#payments = db
      .prepare<[AskedPayments], Row<PaymentRow>>(
        `SELECT * FROM (
           SELECT issued_at AS at, address AS ref, content, ${ownerAt('licences', 'issued_at')} AS owner,
             address AS licence, kind AS licenceKind, buyer, NULL AS seller, price
           FROM ${issued} AND issued_at <= @at
           UNION ALL
           SELECT at, licence || '@' || lt, content, ${ownerAt('resales', 'at')}, licence, 'resale', buyer, seller, price
           FROM ${resold} AND at <= @at
         ) AS paid WHERE (at, ref) < (@at, @ref) AND ${earns} ORDER BY at DESC, ref DESC LIMIT @limit`,
      )
      .safeIntegers();
  }

  /** Returns the contents that some wallets own, owned, or have a share in. */
  contents(platform: number, wallets: readonly string[]): EarningContent[] {
    return this.#contents.all({ platform, wallets: JSON.stringify(wallets) }).map(readContent);
  }

  /** Returns contents by their ids, even if others earn with them. */
  contentsOf(ids: readonly number[]): EarningContent[] {
    return this.#named.all(JSON.stringify(ids)).map(readContent);
  }

  /** Returns sales of these contents. */
  sales(query: EarningsQuery): SaleRow[] {
    return this.#sales.all(inJson(query)).map((row) => ({ ...row, content: Number(row.content) }));
  }

  /** Returns resales of these contents or by these wallets. */
  resales(query: EarningsQuery): ResaleRow[] {
    return this.#resales.all(inJson(query)).map((row) => ({ ...row, content: Number(row.content) }));
  }

  /** Returns the payments of which these wallets receive a part, after a position, newest first. */
  payments(
    query: Omit<EarningsQuery, 'from' | 'until'>,
    after: PaymentPosition | undefined,
    limit: number,
  ): PaymentRow[] {
    const { at, ref } = after ?? { at: Number.MAX_SAFE_INTEGER, ref: '' };
    return this.#payments
      .all({ ...inJson(query), at, ref, limit })
      .map((row) => ({ ...row, at: Number(row.at), content: Number(row.content) }));
  }
}

const readContent = (row: { id: number; owner: string; royalties: string }): EarningContent => ({
  ...row,
  royalties: JSON.parse(row.royalties) as [string, number][],
});

const inJson = <T>({
  contents,
  wallets,
  ...rest
}: T & Pick<EarningsQuery, 'contents' | 'wallets'>): Omit<T, 'contents' | 'wallets'> & {
  contents: string;
  wallets: string;
} => ({
  ...rest,
  contents: JSON.stringify(contents),
  wallets: JSON.stringify(wallets),
});
