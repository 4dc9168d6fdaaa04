import { useQuery } from '@tanstack/react-query';
import { useNode } from '../../lib/api/node-context.tsx';

/** How long a peer took to answer, over time. */
export function usePeerHistory(host: string) {
  const node = useNode();
  return useQuery({
    queryKey: ['peers', 'history', host],
    queryFn: ({ signal }) => node.peerHistory(host, signal),
  });
}

/** Which node named which. */
export function useNetworkMap() {
  const node = useNode();
  return useQuery({ queryKey: ['peers', 'map'], queryFn: ({ signal }) => node.networkMap(signal) });
}

/** What is on its way from or to other nodes, oldest first. */
export function useTransfers() {
  const node = useNode();
  return useQuery({ queryKey: ['transfers'], queryFn: ({ signal }) => node.transfers(signal) });
}

/** How far this node knows what others have, and why it pauses. */
export function useSync() {
  const node = useNode();
  return useQuery({ queryKey: ['index', 'sync'], queryFn: ({ signal }) => node.sync(signal) });
}
