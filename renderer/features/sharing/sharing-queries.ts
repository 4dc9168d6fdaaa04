import { useQuery } from '@tanstack/react-query';
import { useNode } from '../../lib/api/node-context.tsx';
import { useChange } from '../../lib/api/queries.ts';

/** The public nodes through which content can be shared, and whether this node is signed in there. */
export function useShareHosts() {
  const node = useNode();
  return useQuery({ queryKey: ['sharing', 'hosts'], queryFn: ({ signal }) => node.shareHosts(signal) });
}

/** What is on public nodes for this one, newest first, also what is no longer here. */
export function useShared() {
  const node = useNode();
  return useQuery({
    queryKey: ['sharing', 'shared'],
    queryFn: ({ signal }) => node.shared(undefined, signal),
  });
}

/** Takes a content back from a node. */
export function useUnshare(contentId: string, host: string) {
  return useChange('sharing', (node) => node.unshare(contentId, host));
}
