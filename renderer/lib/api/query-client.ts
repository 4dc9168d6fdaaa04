import { notifyManager, QueryClient } from '@tanstack/react-query';
import { type DashboardTopic, dashboardEvent } from '../../../src/contract/dashboard-api/events.ts';

/** Topics without queries of their own. */
type TopicWithoutQueries = 'ready' | 'media';
/** Queries that depend on several topics and have none of their own. */
const rootsWithoutTopic = ['item', 'purchases', 'earnings'] as const;
/** The first word of each query's key. */
export type QueryRoot = Exclude<DashboardTopic, TopicWithoutQueries> | (typeof rootsWithoutTopic)[number];

const isRoot = (topic: DashboardTopic): topic is Exclude<DashboardTopic, TopicWithoutQueries> =>
  topic !== 'ready' && topic !== 'media';
export const queryRoots: readonly QueryRoot[] = [
  ...dashboardEvent.shape.topic.options.filter(isRoot),
  ...rootsWithoutTopic,
];

/** The queries that are reloaded when the node reports that a topic changed. */
export const staleAfter: Record<DashboardTopic, readonly QueryRoot[]> = {
  ready: queryRoots,
  overview: ['overview'],
  // Share hosts depend on reachable peers.
  peers: ['peers', 'overview', 'sharing'],
  watched_folders: ['watched_folders'],
  // Kinds of sold collections are facts of contents, too.
  media: ['content', 'item', 'collections', 'market', 'purchases', 'sharing', 'transfers'],
  // Users own files, the remote index shows what is stored here, the history counts stored bytes, and shares and
  // transfers show the titles of files.
  content: [
    ...(['content', 'item', 'collections', 'overview', 'sign_in', 'storage', 'index', 'history'] as const),
    ...(['sharing', 'transfers'] as const),
  ],
  // Shared collections show whether they have changed.
  collections: ['collections', 'item', 'sharing'],
  tokens: ['tokens'],
  // The licences of the owner depend on linked wallets.
  sign_in: ['sign_in', 'chain', 'market', 'item', 'purchases', 'earnings'],
  blocked: ['blocked', 'content', 'item', 'overview'],
  // The history counts served bytes; its own topic is sent once a minute.
  activity: ['activity', 'notifications', 'history'],
  notifications: ['notifications'],
  transfers: ['transfers'],
  storage: ['storage', 'overview'],
  index: ['index', 'item'],
  // Sales show which hosts serve them.
  sharing: ['sharing', 'content', 'item', 'earnings'],
  // The pause of the network is a setting.
  settings: ['settings', 'index', 'storage', 'overview'],
  chain: ['chain', 'overview', 'item'],
  chain_check: ['chain_check'],
  market: ['market', 'item', 'purchases', 'content', 'earnings'],
  orders: ['orders', 'chain'],
  history: ['history'],
};

/** Creates the query client. Data does not become stale with age, because events report changes. */
export function createQueryClient(): QueryClient {
  // By default in a later task, before which the second click of a double click could start a change again.
  notifyManager.setScheduler(queueMicrotask);
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
