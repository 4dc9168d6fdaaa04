import { useDebouncedValue } from '@mantine/hooks';
import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { MarketPage, OrderRequest, Payer } from '../../src/contract/local-chain.ts';
import type { MarketSearch } from './chain-calls.ts';
import { useNode } from './node-context.tsx';
import { placeOnceSealed } from './place-order.ts';
import { useChange } from './queries.ts';

/** How the chain is, and the wallets of this node. */
export function useChain() {
  const node = useNode();
  return useQuery({ queryKey: ['chain'], queryFn: ({ signal }) => node.chain(signal) });
}

/** Whether nothing at all can be said of the chain, which `ChainNotice` tells then for the whole page. */
export function useIsChainUnknown(): boolean {
  const { data, isError } = useChain();
  return isError && data === undefined;
}

/** Of a list that is asked again while it is looked at from its top. */
const mostPagesLive = 5;

/**
 * What is for sale and matches, page by page. While it is `live`, it follows what changes, and holds no more than a few
 * pages, as all of them are asked again; else what was loaded stays, and only gets `outdated`.
 */
export function useMarket(search: MarketSearch, { live }: { live: boolean }) {
  const node = useNode();
  const queries = useQueryClient();
  const queryKey = useMemo(() => ['market', 'list', search], [search]);
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
  useEffect(() => {
    if (live) keepFirstPages(queries, queryKey);
  }, [live, queries, queryKey]);
  return { market, outdated };
}

function keepFirstPages(queries: QueryClient, queryKey: QueryKey): void {
  const data = queries.getQueryData<InfiniteData<MarketPage>>(queryKey);
  if (data === undefined || data.pages.length <= mostPagesLive) return;
  const wasOutdated = queries.getQueryState(queryKey)?.isInvalidated ?? false;
  queries.setQueryData<InfiniteData<MarketPage>>(queryKey, {
    pages: data.pages.slice(0, mostPagesLive),
    pageParams: data.pageParams.slice(0, mostPagesLive),
  });
  if (wasOutdated) void queries.invalidateQueries({ queryKey, exact: true });
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

/** While somebody types. */
const calm = 200;

/** What an order would take from its wallet; none while it is not asked for, or just changes. */
export function useQuote(request: OrderRequest | null) {
  const node = useNode();
  const asked = JSON.stringify(request);
  const [settled] = useDebouncedValue(asked, calm);
  return useQuery({
    queryKey: ['quote', asked],
    queryFn: ({ signal }) => node.quoteOrder(JSON.parse(asked) as OrderRequest, signal),
    enabled: request !== null && asked === settled,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Asks something of the chain. It costs money: only after a person has confirmed what is paid to whom. */
export function usePlaceOrder() {
  return useChange('orders', placeOnceSealed);
}

/** Tries now to bring what was bought here. */
export function useDeliver(licenceAddress: string) {
  return useChange('market', (node) => node.deliver(licenceAddress));
}

/** Test money for a wallet of this node, in nanoTON. */
export function useFaucet() {
  return useChange('chain', (node, request: { payer: Payer; amount: string }) => node.faucet(request));
}
