import type { SubscriptionRequest } from '../../src/contract/dashboard-api/discovery.ts';
import type { MarketItem } from '../../src/contract/dashboard-api/market.ts';

/** Where one chooses what to publish. */
export const publishPath = '/content/publish';

/** Where a content is published with a price. */
export function publishPathOf(contentId: string): string {
  return `${publishPath}/${contentId}`;
}

/** Where a content is shown in the app. */
export function viewPathOf(contentId: string): string {
  return `/content/view/${contentId}`;
}

/** Where the page of a content is. */
export function itemPath({ content_address: address }: Pick<MarketItem, 'content_address'>): string {
  return `/market/${address}`;
}

/** The address that shows what a subscription keeps, as far as it is on other nodes. */
export function foundAddress({
  kind,
  value,
}: {
  kind: SubscriptionRequest['kind'];
  value: string;
}): string | null {
  return kind === 'content' ? null : `/content/elsewhere?${new URLSearchParams({ [kind]: value })}`;
}
