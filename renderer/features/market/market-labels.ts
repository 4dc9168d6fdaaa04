import type { MarketItem } from '../../../src/contract/dashboard-api/market.ts';
import { maxCounted } from '../../../src/contract/lists.ts';
import type { KnownRate } from '../../lib/api/use-rate.ts';
import { shorten } from '../../lib/format/format.ts';
import { priceText } from '../../lib/format/ton.ts';
import { t } from '../../lib/i18n/language.ts';

/** Returns the claimed authors, or else the seller's wallet. */
export function authorLabel({ authors, owner }: Pick<MarketItem, 'authors' | 'owner'>): string {
  return authors.length > 0 ? authors.join(', ') : shorten(owner);
}

/** Returns the price, or why there is nothing to pay: `5 GRAM ≈ €12.40`, `Free`, `Owned`; `Yours · 5 GRAM` of the user’s own. */
export function offerLabel(
  { withdrawn, mine, licences, price }: MarketItem,
  rate: KnownRate | null = null,
): string {
  if (withdrawn) return t('market.mark.withdrawn');
  if (mine) return `${t('market.mark.yours')} · ${priceText(price, rate)}`;
  if (licences.length > 0) return t('market.mark.owned');
  return priceText(price, rate);
}

/** Returns `12 contents` or `250 or more`. */
export function countLabel(total: number | null): string {
  if (total === null) return t('discovery.countOrMore', { count: maxCounted });
  return t('market.total', { count: total });
}
