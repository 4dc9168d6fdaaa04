import type { MarketItem } from '../../../src/contract/dashboard-api/market.ts';
import { maxCounted } from '../../lib/api/list-place.ts';
import { t } from '../../lib/i18n/language.ts';

export function bylineLabel({ authors, hashtags }: Pick<MarketItem, 'authors' | 'hashtags'>): string {
  return [...(authors.length > 0 ? [authors.join(', ')] : []), ...hashtags.map((tag) => `#${tag}`)].join(
    ' · ',
  );
}

/** Returns `12 contents` or `250 or more`. */
export function countLabel(total: number | null): string {
  if (total === null) return t('discovery.countOrMore', { count: maxCounted });
  return t('common.files', { count: total });
}
