import { QueryClient } from '@tanstack/react-query';
import type { LocalTopic } from '../../../src/contract/dashboard-api/administration/monitoring.ts';

/** The first part of each query's key. */
export const parts = [
  'overview',
  'peers',
  'content',
  'item',
  'collections',
  'watched_folders',
  'tokens',
  'sign_in',
  'blocked',
  'activity',
  'notifications',
  'transfers',
  'storage',
  'index',
  'sharing',
  'settings',
  'chain',
  'chain_check',
  'market',
  'library',
  'orders',
  'history',
  'earnings',
] as const;
export type Part = (typeof parts)[number];

/**
 * The parts that are reloaded when an event reports that a topic changed: the overview counts peers and files, users
 * have files, the remote index shows what is stored, pauses are in the settings, share hosts depend on reachable peers,
 * and own licences depend on linked wallets. Sales show which hosts serve them. The history contains stored and served bytes at once, although its own
 * event comes once a minute.
 */
export const staleAfter: Record<LocalTopic, readonly Part[]> = {
  ready: parts,
  overview: ['overview'],
  peers: ['peers', 'overview', 'sharing'],
  watched_folders: ['watched_folders'],
  media: ['content', 'item', 'collections'],
  content: ['content', 'item', 'collections', 'overview', 'sign_in', 'storage', 'index', 'history'],
  collections: ['collections', 'item'],
  tokens: ['tokens'],
  sign_in: ['sign_in', 'chain', 'market', 'item', 'library', 'earnings'],
  blocked: ['blocked', 'content', 'item', 'overview'],
  activity: ['activity', 'notifications', 'history'],
  notifications: ['notifications'],
  transfers: ['transfers'],
  storage: ['storage', 'overview'],
  index: ['index', 'item'],
  sharing: ['sharing', 'content', 'item', 'earnings'],
  settings: ['settings', 'index', 'storage', 'overview'],
  chain: ['chain', 'overview', 'item'],
  chain_check: ['chain_check'],
  market: ['market', 'item', 'library', 'content', 'earnings'],
  orders: ['orders', 'chain'],
  history: ['history'],
};

/** Creates the query client; events report changes, so nothing is reloaded by time. */
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
