import { QueryClient } from '@tanstack/react-query';
import type { LocalTopic } from '../../../src/contract/dashboard-api/monitoring.ts';

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
