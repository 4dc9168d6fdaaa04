import type { Item } from '../../../src/contract/dashboard-api/library/items.ts';
import { isCollectionType, titleOf } from '../../lib/format/file-kind.ts';
import { formatBytes, formatLength, formatLocalDay, shorten } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { plainType, shownTitle } from '../stored-file/index.ts';

type Described = Pick<Item, 'content' | 'offer' | 'remote'>;

/** Returns the title of an item: of the stored file, or else of its offer. */
export function itemTitle({ content, offer, remote }: Described): string {
  if (content) return shownTitle(content, content.title);
  const described = offer ?? remote;
  return described ? titleOf(described) : t('item.title');
}

/** Returns the claimed authors of an item, or else its wallet; null if both are unknown. */
export function itemAuthor(item: Described & Pick<Item, 'author_address'>): string | null {
  const { content, offer, remote, author_address: address } = item;
  const named = [content, offer, remote].find((each) => each && each.authors.length > 0);
  if (named) return named.authors.join(', ');
  return content?.media?.artist ?? (address === null ? null : shorten(address));
}

/** Returns the media type of an item; for an encrypted file, that of the plain file. */
export function itemType({ content, offer, remote }: Described): string {
  return content ? plainType(content) : ((offer ?? remote)?.content_type ?? '');
}

/** Returns kind, date of a photo, album, length, pages and size, as far as known. @param kind the name of the kind */
export function itemFacts(item: Described, kind: string): string[] {
  const { content, offer, remote } = item;
  const { taken_at: taken = null, album = null, duration_ms: ms = null, pages = null } = content?.media ?? {};
  const size = content ? (content.encrypted?.plain_size ?? content.size) : (offer ?? remote)?.size;
  // The size of a collection is that of its list.
  if (isCollectionType(itemType(item))) return [kind];
  return [
    kind,
    ...(taken === null ? [] : [formatLocalDay(taken)]),
    ...(album === null ? [] : [album]),
    ...(ms === null ? [] : [formatLength(ms)]),
    ...(pages === null ? [] : [t('media.pages', { count: pages })]),
    ...(size == null ? [] : [formatBytes(size)]),
  ];
}
