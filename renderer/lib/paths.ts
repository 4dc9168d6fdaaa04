import type { SubscriptionRequest } from '../../src/contract/dashboard-api/discovery.ts';
import type { MarketItem } from '../../src/contract/dashboard-api/market.ts';

/** The page that selects the file to sell. */
export const publishPath = '/content/publish';

export function publishPathOf(contentId: string): string {
  return `${publishPath}/${contentId}`;
}

export function viewPathOf(contentId: string): string {
  return `/content/view/${contentId}`;
}

export function itemPath({ content_address: address }: Pick<MarketItem, 'content_address'>): string {
  return `/market/${address}`;
}

/** Returns the URL of the contents on other nodes that match a subscription. */
export function foundAddress({
  kind,
  value,
}: {
  kind: SubscriptionRequest['kind'];
  value: string;
}): string | null {
  return kind === 'content' ? null : `/content/elsewhere?${new URLSearchParams({ [kind]: value })}`;
}
