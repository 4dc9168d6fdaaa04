import { splitAmount } from '../../contract/revenue-split.ts';
import type { RawAddress } from '../../core/ton/ton-address.ts';
import { resaleRoyaltyOf } from '../chain/index.ts';
import type {
  ChainEarningsRepository,
  EarningContent,
  PaymentPosition,
  PaymentRow,
} from './repository/earnings-repository.ts';

/** Amounts in nanograms, by source. */
export interface EarnedAmounts {
  sales: bigint;
  royalties: bigint;
  resales: bigint;
}

interface Part {
  /** Raw; empty where it is unknown. */
  address: string;
  /** In nanograms. */
  amount: bigint;
}

/** A payment for a licence, with a part for the wallets. */
export interface Payment extends Omit<PaymentRow, 'seller' | 'owner'> {
  /**
   * `sale`: a licence of an own content was sold; `royalty`: one of a content of others; `resale`: a licence was
   * resold.
   */
  kind: 'sale' | 'royalty' | 'resale';
  /** All parts of the price. */
  parts: (Part & { isMine: boolean })[];
}

/** Computes the earnings of the wallets of this node and its owner on one platform, from the index. */
export class Earnings {
  readonly #repository: ChainEarningsRepository;
  readonly #platform: number;
  readonly #wallets: () => readonly RawAddress[];

  /** @param platform `id` of its rows */
  constructor(repository: ChainEarningsRepository, platform: number, wallets: () => readonly RawAddress[]) {
    this.#repository = repository;
    this.#platform = platform;
    this.#wallets = wallets;
  }

  /** Returns a function that sums up the earnings of a period in milliseconds; its end is excluded. */
  ofWallets(): (from: number, until: number) => EarnedAmounts {
    const { own, asked, contentOf } = this.#view();
    return (from, until) => {
      const earned: EarnedAmounts = { sales: 0n, royalties: 0n, resales: 0n };
      for (const { price, count, ...row } of this.#repository.sales({ ...asked, from, until })) {
        const content = contentOf(row);
        const kind = own.has(content?.owner ?? '') ? 'sales' : 'royalties';
        earned[kind] += sumOf(partsOf(content, price), own) * count;
      }
      for (const row of this.#repository.resales({ ...asked, from, until })) {
        earned.resales += sumOf(partsOfResale(contentOf(row), row), own);
      }
      return earned;
    };
  }

  /** Returns the payments after a position, newest first. */
  payments(after: PaymentPosition | undefined, limit: number): Payment[] {
    const { own, asked } = this.#view();
    const rows = this.#repository.payments(asked, after, limit);
    // A resold licence may belong to a content from which the wallets earn nothing else.
    const contentOf = ownedThen(this.#repository.contentsOf(rows.map(({ content }) => content)));
    return rows.map(({ seller, ...row }) => {
      const content = contentOf(row);
      const parts =
        seller === null ? partsOf(content, row.price) : partsOfResale(content, { seller, price: row.price });
      const isMine = ({ address }: Part) => own.has(address);
      const kind = seller !== null ? 'resale' : own.has(content?.owner ?? '') ? 'sale' : 'royalty';
      return { ...row, kind, parts: parts.map((part) => ({ ...part, isMine: isMine(part) })) };
    });
  }

  #view() {
    const wallets = this.#wallets();
    const contents = this.#repository.contents(this.#platform, wallets);
    return {
      own: new Set<string>(wallets),
      asked: { platform: this.#platform, contents: contents.map(({ id }) => id), wallets },
      contentOf: ownedThen(contents),
    };
  }
}

/** Returns a function that returns a content with its owner at the time of a payment. */
function ownedThen(contents: readonly EarningContent[]) {
  const byId = new Map(contents.map((content) => [content.id, content]));
  return ({ content, owner }: { content: number; owner: string | null }): EarningContent | undefined => {
    const known = byId.get(content);
    return known && { ...known, owner: owner ?? known.owner };
  };
}

/** Splits an amount paid to a content among its wallets, its owner first. */
function partsOf(content: EarningContent | undefined, amount: bigint): Part[] {
  if (!content) return [];
  const { owner, royalties } = content;
  const split = splitAmount(
    amount,
    royalties.map(([, share]) => share),
  );
  return [
    { address: owner, amount: split.owner },
    ...royalties.map(([address], index) => ({ address, amount: split.shares[index] ?? 0n })),
  ];
}

/** Splits the price of a resold licence among the wallets, its seller first. */
function partsOfResale(
  content: EarningContent | undefined,
  { seller, price }: { seller: string; price: bigint },
): Part[] {
  const royalty = resaleRoyaltyOf(price);
  return [{ address: seller, amount: price - royalty }, ...partsOf(content, royalty)];
}

const sumOf = (parts: readonly Part[], own: ReadonlySet<string>): bigint =>
  parts.reduce((sum, { address, amount }) => (own.has(address) ? sum + amount : sum), 0n);
