import { useQuery } from '@tanstack/react-query';
import type { SubscriptionRequest } from '../../../src/contract/dashboard-api/discovery.ts';
import type { FoundQuery } from '../../lib/api/network-calls.ts';
import { useNode } from '../../lib/api/node-context.tsx';
import { useChange } from '../../lib/api/queries.ts';
import { pieceOf } from '../../ui/lists/virtual/list-piece.ts';
import { useLongList } from '../../ui/lists/virtual/use-long-list.ts';

/** What is known to be on other nodes and matches. */
export function useFound(query: FoundQuery) {
  const node = useNode();
  const isNarrowed = Object.values(query).some((value) => value !== '');
  return useLongList(['index', 'found', query], async (place, signal) => {
    const page = await node.found({ ...query, ...place }, signal);
    return pieceOf(page.items, page, isNarrowed);
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
