import type { MarketItem } from '../../../src/contract/dashboard-api/market.ts';
import { mostCounted } from '../../lib/api/list-place.ts';
import { t } from '../../lib/i18n/language.ts';
import { untitledWords } from '../discovery/found-labels.ts';

/** What a content of the market is called. */
export function itemTitle({ title, content_type: type }: Pick<MarketItem, 'title' | 'content_type'>): string {
  return title.trim() === '' ? untitledWords(type) : title;
}

/** Where the page of a content is. */
export function itemPath({ content_address: address }: Pick<MarketItem, 'content_address'>): string {
  return `/market/${address}`;
}

/** Who made it and what it is about, in a line. */
export function bylineWords({ authors, hashtags }: Pick<MarketItem, 'authors' | 'hashtags'>): string {
  return [...(authors.length > 0 ? [authors.join(', ')] : []), ...hashtags.map((tag) => `#${tag}`)].join(
    ' · ',
  );
}

/** `12 contents`, `250 or more` */
export function countWords(total: number | null): string {
  if (total === null) return t('found.countOrMore', { count: mostCounted });
  return t('market.contents', { count: total });
}
