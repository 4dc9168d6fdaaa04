import type { RawAddress } from '../../core/ton/ton-address.ts';
import { resaleRoyaltyOf, splitAmount } from '../chain/index.ts';
import type { ChainEarningsRepository, EarningContent } from './repository/earnings-repository.ts';

/** Amounts in nanograms, by source. */
export interface Earned {
  sales: bigint;
  royalties: bigint;
  resales: bigint;
}

/** Computes from the index what the wallets of this node and its owner earned on one platform. */
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
  ofWallets(): (from: number, until: number) => Earned {
    const wallets = this.#wallets();
    const own = new Set<string>(wallets);
    const contents = new Map(
      this.#repository.contents(this.#platform, wallets).map((content) => [content.id, content]),
    );
    const asked = { platform: this.#platform, contents: [...contents.keys()], wallets };
    const asOf = ({ content, owner }: { content: number; owner: string | null }) => {
      const known = contents.get(content);
      return known && { ...known, owner: owner ?? known.owner };
    };
    return (from, until) => {
      const earned: Earned = { sales: 0n, royalties: 0n, resales: 0n };
      for (const { price, count, ...row } of this.#repository.sales({ ...asked, from, until })) {
        const content = asOf(row);
        const kind = own.has(content?.owner ?? '') ? 'sales' : 'royalties';
        earned[kind] += partOf(content, price, own) * count;
      }
      for (const { seller, price, ...row } of this.#repository.resales({ ...asked, from, until })) {
        const royalty = resaleRoyaltyOf(price);
        const sold = own.has(seller) ? price - royalty : 0n;
        earned.resales += sold + partOf(asOf(row), royalty, own);
      }
      return earned;
    };
  }
}

/** Returns the part of an amount paid to a content that some wallets receive. */
function partOf(content: EarningContent | undefined, amount: bigint, own: ReadonlySet<string>): bigint {
  if (!content) return 0n;
  const { owner, royalties } = content;
  const split = splitAmount(
    amount,
    royalties.map(([, share]) => share),
  );
  return split.royalties.reduce(
    (sum, part, index) => (own.has(royalties[index]?.[0] ?? '') ? sum + part : sum),
    own.has(owner) ? split.owner : 0n,
  );
}
