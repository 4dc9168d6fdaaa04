import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { ownTitle as givenTitle } from '../../../src/contract/dashboard-api/library/own-title.ts';
import type { Share } from '../../../src/contract/dashboard-api/sharing.ts';
import { hostName } from '../../lib/format/host-name.ts';
import { t } from '../../lib/i18n/language.ts';
import { plainName } from './encryption-labels.ts';

/** Returns the title of a content; null if it only repeats the file name. */
export const ownTitle = (content: Pick<LocalContent, 'title' | 'name' | 'encrypted'>): string | null =>
  givenTitle(content.title, plainName(content));

/** Returns the title that pages show: the edited one, or else that of the file itself, or `other`. */
export function shownTitle(
  content: Pick<LocalContent, 'title' | 'name' | 'encrypted' | 'media'>,
  other = plainName(content),
): string {
  return ownTitle(content) ?? content.media?.title ?? other;
}

/** Returns the author that pages show: the edited one, or else the artist of the file itself; null: unknown. */
export function shownAuthor({ authors, media }: Pick<LocalContent, 'authors' | 'media'>): string | null {
  return authors[0] ?? media?.artist ?? null;
}

/** Returns the picture of a content; null if it has none. */
export function pictureOf(content: Pick<LocalContent, 'cover_url' | 'thumbnail_url'>): string | null {
  return content.cover_url ?? content.thumbnail_url;
}

/** Returns why a content has no picture; undefined if there is no reason to show. */
export function noPictureLabel(
  content: Pick<LocalContent, 'cover_url' | 'thumbnail_url' | 'media'>,
): string | undefined {
  const failure = content.media?.failure;
  return failure && pictureOf(content) === null ? t(`media.failed.${failure}`) : undefined;
}

/** Returns whether the owner of the node, and no other user, uploaded the file. */
export function isOwners({ uploaded_by: { id } }: Pick<LocalContent, 'uploaded_by'>): boolean {
  return id === 'owner';
}

/** Returns the meaning of public or unlisted. */
export function publishedLabel(published: boolean, isOnlyOwners: boolean): string {
  if (published) return t('content.published.yes');
  return t(isOnlyOwners ? 'content.published.onlyOwner' : 'content.published.no');
}

/** Returns the origin of a content, and whether it is kept; nothing for the owner's own files. */
export function originLabel(content: Pick<LocalContent, 'copy' | 'uploaded_by'>): string[] {
  if (content.copy) {
    return [t('content.copy.from', { node: hostName(content.copy.host) }), copyLabel(content.copy)];
  }
  return isOwners(content) ? [] : [t('content.storedBy', { name: content.uploaded_by.name })];
}

/** Returns how long a copy is kept. */
function copyLabel({ pinned, subscribed }: NonNullable<LocalContent['copy']>): string {
  if (pinned) return t('content.copy.pinned');
  return t(subscribed ? 'content.copy.subscribed' : 'content.copy.temporary');
}

export function damageLabel(damage: NonNullable<LocalContent['damage']>): string {
  return t(`content.damage.${damage}`);
}

/** Returns on how many nodes a content is shared or being uploaded; null for none. */
export function sharedLabel(shares: readonly Share[]): string | null {
  const there = shares.filter(({ state }) => state === 'shared' || state === 'withdrawing').length;
  const coming = shares.filter(({ state }) => state === 'waiting' || state === 'sending').length;
  if (there > 0) return t('content.shares.count', { count: there });
  if (coming > 0) return t('content.shares.coming');
  return shares.length > 0 ? t('content.shares.none') : null;
}
