import type { Subscription, SubscriptionRequest } from '../../../src/contract/dashboard-api/discovery.ts';
import type { RemoteContent } from '../../../src/contract/node-api/discovery.ts';
import { formatBytes, shorten } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';

/** Returns how much of a subscription is stored here. */
export function followedLabel({
  kind,
  matches,
  stored,
  stored_bytes: bytes,
}: Pick<Subscription, 'kind' | 'matches' | 'stored' | 'stored_bytes'>): string {
  const size = formatBytes(bytes);
  if (kind === 'content') {
    return stored > 0 ? t('following.kept.file', { size }) : t('following.kept.fileNotYet');
  }
  if (matches === 0) return t('following.kept.nothingKnown');
  if (stored === matches) return t('following.kept.all', { count: stored, size });
  return t('following.kept.some', { count: matches, kept: stored, size });
}

/** Returns the subscriptions that a content offers, most specific first. */
export function followable(found: RemoteContent): SubscriptionRequest[] {
  return [
    ...found.authors.map((value) => ({ kind: 'author', value }) as const),
    ...found.hashtags.map((value) => ({ kind: 'hashtag', value }) as const),
    ...(found.owner === null ? [] : [{ kind: 'owner', value: found.owner } as const]),
    { kind: 'content', value: found.content_id },
  ];
}

/** Returns a line about the scope of a subscription. */
export function subscriptionLabel({
  kind,
  value,
}: {
  kind: SubscriptionRequest['kind'];
  value: string;
}): string {
  const shown = kind === 'owner' ? shorten(value) : kind === 'content' ? shorten(value, 12, 6) : value;
  return t(`following.subscription.${kind}`, { value: shown });
}
