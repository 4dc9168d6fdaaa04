import type { CallOutput } from '@alcove/client';
import { useQuery } from '@tanstack/react-query';
import {
  deleteShare,
  getShareHosts,
  getShares,
  postShare,
} from '../../../src/contract/dashboard-api/sharing.ts';
import { useNode } from '../../lib/api/node-context.tsx';
import { useChange } from '../../lib/api/use-change.ts';

export type ShareHost = CallOutput<typeof getShareHosts>['hosts'][number];

/** Returns the public nodes through which files can be shared, and whether this node is signed in there. */
export function useShareHosts() {
  const node = useNode();
  return useQuery({
    queryKey: ['sharing', 'hosts'],
    queryFn: ({ signal }) => node.call(getShareHosts, {}, { signal }),
  });
}

/** Returns the shares on public nodes, newest first, including contents that are no longer stored here. */
export function useShared() {
  const node = useNode();
  return useQuery({
    queryKey: ['sharing', 'shared'],
    queryFn: async ({ signal }) => (await node.call(getShares, { query: {} }, { signal })).shares,
  });
}

/** Shares a file on a node, or changes whether it is listed there. */
export function useShare(contentId: string) {
  return useChange('sharing', (node, body: { host: string; listed: boolean }) =>
    node.call(postShare, { params: { id: contentId }, body }),
  );
}

/** Stops sharing a file on a node; repeated for an unreachable node, removes the share here only. */
export function useUnshare(contentId: string, host: string) {
  return useChange('sharing', (node) =>
    node.call(deleteShare, { params: { id: contentId }, query: { host } }),
  );
}
