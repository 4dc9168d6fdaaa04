import type { Order } from '../../../src/contract/local-chain.ts';
import { useOrders } from '../../lib/chain-queries.ts';

/** The last try to publish a content, among the newest orders. */
export function useRegistration(contentId: string): Order | undefined {
  return useOrders()
    .data?.pages.flatMap(({ items }) => items)
    .find(({ kind, content_id: id }) => kind === 'register' && id === contentId);
}
