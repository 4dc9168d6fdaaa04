import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Payer, postFaucet } from '../../../src/contract/dashboard-api/chain.ts';
import { getOrders, type OrderRequest, postOrdersQuote } from '../../../src/contract/dashboard-api/orders.ts';
import { useDashboardClient } from '../../lib/api/dashboard-client-context.tsx';
import { useChange } from '../../lib/api/use-change.ts';
import { placeOnceEncrypted } from './place-order.ts';

/** Returns the orders, newest first, page by page. */
export function useOrders() {
  const node = useDashboardClient();
  return useInfiniteQuery({
    queryKey: ['orders'],
    queryFn: ({ pageParam, signal }) =>
      node.call(getOrders, { query: { ...(pageParam && { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}

const typingPauseMs = 200;

/** Returns the cost of an order; requests nothing without an order or while the user types. */
export function useQuote(request: OrderRequest | null) {
  const node = useDashboardClient();
  const asked = JSON.stringify(request);
  const [settled] = useDebouncedValue(asked, typingPauseMs);
  return useQuery({
    queryKey: ['quote', asked],
    queryFn: ({ signal }) =>
      node.call(postOrdersQuote, { body: JSON.parse(asked) as OrderRequest }, { signal }),
    enabled: request !== null && asked === settled,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Places an order, which costs money. Call it only after the user has confirmed the payments. */
export function usePlaceOrder() {
  return useChange('orders', placeOnceEncrypted);
}

/** Requests test money for a wallet of this node, in nanograms. */
export function useFaucet() {
  return useChange('chain', (node, body: { payer: Payer; amount: string }) =>
    node.call(postFaucet, { body }),
  );
}
