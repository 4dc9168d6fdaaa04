import { t } from '../../lib/i18n/language.ts';
import { partOf } from '../licensing/index.ts';
import { type Split, splitAmount } from './revenue-split.ts';

/** The split of a sale, in nanoTON. */
export interface Sale {
  title: string;
  paid: bigint;
  /** What the reseller of a licence keeps; null where the author sells. */
  seller: bigint | null;
  split: Split;
}

interface Prices {
  /** null where it is unknown or not for sale. */
  price: bigint | null;
  resalePrice: bigint | null;
  /** The revenue split, in parts of 10,000. */
  shares: readonly number[];
  /** The royalties of a resale, in parts of 10,000. */
  resaleShare: number;
}

/** Returns every kind of sale of the content; free licences earn nothing. */
export function salesOf({ price, resalePrice, shares, resaleShare }: Prices): Sale[] {
  const first = (title: string, paid: bigint | null): Sale[] =>
    paid === null ? [] : [{ title, paid, seller: null, split: splitAmount(paid, shares) }];
  const later = (paid: bigint): Sale => {
    const royalty = partOf(paid, resaleShare);
    return {
      title: t('publish.earnings.resold'),
      paid,
      seller: paid - royalty,
      split: splitAmount(royalty, shares),
    };
  };
  return [
    ...first(t('publish.earnings.licence'), price),
    ...first(t('publish.earnings.resale'), resalePrice),
    ...(resalePrice === null ? [] : [later(resalePrice)]),
  ];
}
