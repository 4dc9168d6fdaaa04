import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { OrderRequest, Payer } from '../../src/contract/local-chain.ts';
import type { MarketSearch } from './chain-calls.ts';
import { useNode } from './node-context.tsx';
import { useChange } from './queries.ts';

/** How the chain is, and the wallets of this node. */
export function useChain() {
  const node = useNode();
  return useQuery({ queryKey: ['chain'], queryFn: ({ signal }) => node.chain(signal) });
}

/** What is for sale and matches, page by page; while not `live`, what was loaded stays and only gets `outdated`. */
export function useMarket(search: MarketSearch, { live }: { live: boolean }) {
  const node = useNode();
  const queries = useQueryClient();
  const queryKey = ['market', 'list', search];
  const state = () => queries.getQueryState(queryKey);
  const market = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => node.market({ ...search, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    enabled: live || state()?.data === undefined,
  });
  const subscribe = useCallback(
    (listener: () => void) => queries.getQueryCache().subscribe(listener),
    [queries],
  );
  const outdated = useSyncExternalStore(subscribe, () => state()?.isInvalidated ?? false);
  return { market, outdated };
}

/** One content on the chain. */
export function useMarketItem(address: string) {
  const node = useNode();
  return useQuery({
    queryKey: ['market', 'one', address],
    queryFn: ({ signal }) => node.marketItem(address, signal),
  });
}

/** The licences of this node's owner, newest first, page by page. */
export function useLibrary() {
  const node = useNode();
  return useInfiniteQuery({
    queryKey: ['library'],
    queryFn: ({ pageParam, signal }) => node.library(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}

/** What was asked of the chain, newest first, page by page. */
export function useOrders() {
  const node = useNode();
  return useInfiniteQuery({
    queryKey: ['orders'],
    queryFn: ({ pageParam, signal }) => node.orders(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}

/** Asks something of the chain. It costs money: only after a person has confirmed what is paid to whom. */
export function usePlaceOrder() {
  return useChange('orders', (node, request: OrderRequest) => node.placeOrder(request));
}

/** Test money for a wallet of this node, in nanoTON. */
export function useFaucet() {
  return useChange('chain', (node, request: { payer: Payer; amount: string }) => node.faucet(request));
}
