import type { RawAddress } from '../../core/ton-address.ts';
import type { ChainEarningsRepository, EarningContent } from '../../db/chain-earnings.ts';
import { royaltyOf, splitAmount } from '../contracts/amounts.ts';

/** What wallets earned at a time: `at` in milliseconds, to a quarter of an hour; amounts in nanoTON. */
export interface Earning {
  at: number;
  kind: 'sales' | 'shares' | 'resales';
  amount: bigint;
}

/** What the wallets of this node and its owner earned on one platform, as its index has it. */
export class Earnings {
  readonly #repository: ChainEarningsRepository;
  readonly #platform: number;
  readonly #wallets: () => readonly RawAddress[];

  /** @param platform the `id` under which its rows stand */
  constructor(repository: ChainEarningsRepository, platform: number, wallets: () => readonly RawAddress[]) {
    this.#repository = repository;
    this.#platform = platform;
    this.#wallets = wallets;
  }

  /** @param from in milliseconds; `until` is not included */
  between(from: number, until: number): Earning[] {
    const wallets = this.#wallets();
    const own = new Set<string>(wallets);
    const contents = new Map(
      this.#repository.contents(this.#platform, wallets).map((content) => [content.id, content]),
    );
    const ids = [...contents.keys()];
    const sales = this.#repository
      .sales(ids, wallets, from, until)
      .map(({ content, price, at, count }): Earning => {
        const kind = own.has(contents.get(content)?.owner ?? '') ? 'sales' : 'shares';
        return { at, kind, amount: partOf(contents.get(content), price, own) * count };
      });
    const resales = this.#repository
      .resales(this.#platform, ids, wallets, from, until)
      .map(({ content, seller, price, at }): Earning => {
        const royalty = royaltyOf(price);
        const sold = own.has(seller) ? price - royalty : 0n;
        return { at, kind: 'resales', amount: sold + partOf(contents.get(content), royalty, own) };
      });
    return [...sales, ...resales];
  }
}

/** What of an amount that is paid to a content goes to some wallets. */
function partOf(content: EarningContent | undefined, amount: bigint, own: ReadonlySet<string>): bigint {
  if (!content) return 0n;
  const { owner, royalties } = content;
  const split = splitAmount(
    amount,
    royalties.map(([, share]) => share),
  );
  return split.shares.reduce(
    (sum, part, index) => (own.has(royalties[index]?.[0] ?? '') ? sum + part : sum),
    own.has(owner) ? split.owner : 0n,
  );
}
