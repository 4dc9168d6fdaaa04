import { getNetworkMap, getPeerHistory, getPeers } from '../../../src/contract/dashboard-api/peers.ts';
import { useNodeQuery } from '../../lib/api/use-node-query.ts';

export const usePeers = () => useNodeQuery(['peers'], getPeers, {}, { select: ({ peers }) => peers });

/** Returns the response times of a peer over time. */
export const usePeerHistory = (host: string) =>
  useNodeQuery(['peers', 'history', host], getPeerHistory, { query: { host } });

/** Returns which node named which. */
export const useNetworkMap = () => useNodeQuery(['peers', 'map'], getNetworkMap, {});
