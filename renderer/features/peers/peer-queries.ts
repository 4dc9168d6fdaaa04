import { useQuery } from '@tanstack/react-query';
import { getNetworkMap, getPeerHistory, getPeers } from '../../../src/contract/dashboard-api/peers.ts';
import { useNode } from '../../lib/api/node-context.tsx';

export function usePeers() {
  const node = useNode();
  return useQuery({
    queryKey: ['peers'],
    queryFn: async ({ signal }) => (await node.call(getPeers, {}, { signal })).peers,
  });
}

/** Returns the response times of a peer over time. */
export function usePeerHistory(host: string) {
  const node = useNode();
  return useQuery({
    queryKey: ['peers', 'history', host],
    queryFn: ({ signal }) => node.call(getPeerHistory, { query: { host } }, { signal }),
  });
}

/** Returns which node named which. */
export function useNetworkMap() {
  const node = useNode();
  return useQuery({
    queryKey: ['peers', 'map'],
    queryFn: ({ signal }) => node.call(getNetworkMap, {}, { signal }),
  });
}
