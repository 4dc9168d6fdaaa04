import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { SubscriptionRequest } from '../../src/contract/local-network.ts';
import type { FoundQuery } from './network-calls.ts';
import { useNode } from './node-context.tsx';
import { useChange } from './queries.ts';

/** What is known to be on other nodes and matches, page by page. */
export function useFound(query: FoundQuery) {
  const node = useNode();
  return useInfiniteQuery({
    queryKey: ['index', 'found', query],
    queryFn: ({ pageParam, signal }) => node.found({ ...query, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
}

/** What is kept here without being asked for each time, newest first. */
export function useSubscriptions() {
  const node = useNode();
  return useQuery({
    queryKey: ['index', 'subscriptions'],
    queryFn: ({ signal }) => node.subscriptions(signal),
  });
}

export function useSubscribe() {
  return useChange('index', (node, request: SubscriptionRequest) => node.subscribe(request));
}

/** Asks every node now what it has. */
export function useSyncNow() {
  return useChange('index', (node) => node.syncNow());
}

/** Begins to fetch a content; what is pinned is kept for good. */
export function useFetchCopy(contentId: string) {
  return useChange('transfers', (node, options: { pinned: boolean }) => node.fetchCopy(contentId, options));
}
