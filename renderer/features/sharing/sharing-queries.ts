import type { CallOutput } from '@alcove/client';
import {
  deleteCollectionShare,
  getCollectionShares,
  postCollectionShare,
} from '../../../src/contract/dashboard-api/library/collection-shares.ts';
import {
  deleteShare,
  getShareHosts,
  getShares,
  postShare,
  postShareHost,
} from '../../../src/contract/dashboard-api/sharing.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';

export type ShareHost = CallOutput<typeof getShareHosts>['hosts'][number];

/** Returns the public nodes through which files can be shared, and whether this node is signed in there. */
export const useShareHosts = () => useDashboardQuery(['sharing', 'hosts'], getShareHosts, {});

/** Returns the shares on public nodes, newest first, including contents that are no longer stored here. */
export const useShared = () =>
  useDashboardQuery(['sharing', 'shared'], getShares, { query: {} }, { select: ({ shares }) => shares });

/** Signs in on a public node: with the key of this node, or with an API token of that node. */
export const useHostSignIn = () =>
  useChange('sharing', (node, body: { host: string; token?: string }) => node.call(postShareHost, { body }));

export function useShare(contentId: string) {
  return useChange('sharing', (node, body: { host: string; listed: boolean }) =>
    node.call(postShare, { params: { id: contentId }, body }),
  );
}

/**
 * Returns the public nodes on which a collection is shared.
 * @param compare whether to find out what sharing it again would send
 */
export const useCollectionShares = (id: string, compare: 'true' | 'false' = 'false') =>
  useDashboardQuery(
    ['sharing', 'collection', id, compare],
    getCollectionShares,
    { params: { id }, query: { compare } },
    { select: ({ shares }) => shares },
  );

/** Stops sharing a collection on a node, together with the items that are shared there only because of it. */
export const useUnshareCollection = (id: string, host: string) =>
  useChange('sharing', (node) => node.call(deleteCollectionShare, { params: { id }, query: { host } }));

/** Shares a collection as a manifest, with its contents. */
export function useShareCollection(id: string) {
  return useChange('sharing', (node, body: { host: string; listed: boolean }) =>
    node.call(postCollectionShare, { params: { id }, body }),
  );
}

/** Stops sharing a file on a node. For an unreachable node, a second call removes the share only here. */
export function useUnshare(contentId: string, host: string) {
  return useChange('sharing', (node) =>
    node.call(deleteShare, { params: { id: contentId }, query: { host } }),
  );
}
