import { t } from '../../lib/i18n/language.ts';
import { partOf } from '../licensing/index.ts';
import { type Split, splitAmount } from './revenue-split.ts';

/** Who gets what when something is sold, in nanoTON. */
export interface Sale {
  title: string;
  paid: bigint;
  /** What stays with a buyer who sells a licence on; null where the author sells it. */
  seller: bigint | null;
  split: Split;
}

interface Prices {
  /** null: not known, or not sold. */
  price: bigint | null;
  resalePrice: bigint | null;
  /** Who shares in it, in parts of 10,000. */
  shares: readonly number[];
  /** What of later sales goes to the content, in parts of 10,000. */
  resaleShare: number;
}

/** Every way in which the content earns money. What is free earns none. */
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
