import {
  keepPreviousData,
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { ActivityKind } from '../../../src/contract/dashboard-api/activity.ts';
import type { LocalTopic } from '../../../src/contract/dashboard-api/monitoring.ts';
import { pieceOf } from '../../ui/lists/virtual/list-piece.ts';
import { useLongList } from '../../ui/lists/virtual/use-long-list.ts';
import type { NodeClient } from './node-client.ts';
import { useNode } from './node-context.tsx';

/** What is asked of the node as a whole; the first part of each query's key. */
export const parts = [
  'overview',
  'peers',
  'content',
  'tokens',
  'sign_in',
  'blocked',
  'activity',
  'transfers',
  'storage',
  'index',
  'sharing',
  'settings',
  'chain',
  'market',
  'library',
  'orders',
  'history',
  'earnings',
] as const;
export type Part = (typeof parts)[number];

/**
 * What has to be asked again when the node says that a part changed: the overview counts peers and files,
 * users have theirs, what is known elsewhere says whether it is stored, pauses are in the settings, where one may
 * share depends on who can be reached, and what is one's own on the chain on which wallets are linked. What is stored or
 * served is in the history at once, though it tells of itself once a minute only.
 */
export const staleAfter: Record<LocalTopic, readonly Part[]> = {
  ready: parts,
  overview: ['overview'],
  peers: ['peers', 'overview', 'sharing'],
  content: ['content', 'overview', 'sign_in', 'storage', 'index', 'history'],
  tokens: ['tokens'],
  sign_in: ['sign_in', 'chain', 'market', 'library', 'earnings'],
  blocked: ['blocked', 'content', 'overview'],
  activity: ['activity', 'history'],
  transfers: ['transfers'],
  storage: ['storage', 'overview'],
  index: ['index'],
  sharing: ['sharing', 'content'],
  settings: ['settings', 'index', 'storage', 'overview'],
  chain: ['chain', 'overview'],
  market: ['market', 'library', 'content', 'earnings'],
  orders: ['orders', 'chain'],
  history: ['history'],
};

/** Nothing is asked again by time: events say when. The node is on this computer, so being offline is no hindrance. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

export function useOverview() {
  const node = useNode();
  return useQuery({ queryKey: ['overview'], queryFn: ({ signal }) => node.overview(signal) });
}

export function usePeers() {
  const node = useNode();
  return useQuery({ queryKey: ['peers'], queryFn: ({ signal }) => node.peers(signal) });
}

/** All stored content whose name or title matches `q`. */
export function useContentList(q: string) {
  const node = useNode();
  return useLongList(['content', 'list', q], async (place, signal) => {
    const page = await node.contents({ q, ...place }, signal);
    return pieceOf(page.items, page);
  });
}

/** One stored content; asked only where there is an id. */
export function useContent(id: string | null) {
  const node = useNode();
  return useQuery({
    queryKey: ['content', 'one', id],
    queryFn: ({ signal }) => node.content(id ?? '', signal),
    enabled: id !== null,
  });
}

/** Stored images among the newest that match `q`, to choose from. */
export function useStoredImages(q: string) {
  const node = useNode();
  return useQuery({
    queryKey: ['content', 'images', q],
    queryFn: async ({ signal }) => {
      const { items } = await node.contents({ q }, signal);
      return items.filter(({ content_type }) => content_type.startsWith('image/'));
    },
    placeholderData: keepPreviousData,
  });
}

export function useBlocked() {
  const node = useNode();
  return useQuery({ queryKey: ['blocked'], queryFn: ({ signal }) => node.blocked(signal) });
}

export function useTokens() {
  const node = useNode();
  return useQuery({ queryKey: ['tokens'], queryFn: ({ signal }) => node.tokens(signal) });
}

/** Who may sign in, and the owner's wallet. */
export function useSignIn() {
  const node = useNode();
  return useQuery({ queryKey: ['sign_in'], queryFn: ({ signal }) => node.signIn(signal) });
}

/** Who has signed in, page by page. */
export function useUsers() {
  const node = useNode();
  return useInfiniteQuery({
    queryKey: ['sign_in', 'users'],
    queryFn: ({ pageParam, signal }) => node.users(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}

/** What happened on the node, newest first. */
export function useActivity({ kind, q }: { kind: ActivityKind | null; q: string }) {
  const node = useNode();
  return useLongList(['activity', kind, q], async (place, signal) => {
    const page = await node.activity({ kind, q, ...place }, signal);
    return pieceOf(page.entries, page);
  });
}

/** The description of the node API; it changes only with the node itself. */
export function useOpenApi() {
  const node = useNode();
  return useQuery({ queryKey: ['openapi'], queryFn: ({ signal }) => node.openApi(signal) });
}

/** A change made through the node, after which the parts behind `topic` are asked again. */
export function useChange<Input, Output>(
  topic: LocalTopic,
  change: (node: NodeClient, input: Input) => Promise<Output>,
) {
  const node = useNode();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(node, input),
    // Awaited, so that a button stays busy until what it changed can be seen.
    onSuccess: () =>
      Promise.all(staleAfter[topic].map((part) => queries.invalidateQueries({ queryKey: [part] }))),
  });
}
