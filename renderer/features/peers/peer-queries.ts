import { getNetworkMap, getPeerHistory, getPeers } from '../../../src/contract/dashboard-api/peers.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';

export const usePeers = () => useDashboardQuery(['peers'], getPeers, {}, { select: ({ peers }) => peers });

/** Returns the response times of a peer over time. */
export const usePeerHistory = (host: string) =>
  useDashboardQuery(['peers', 'history', host], getPeerHistory, { query: { host } });

/** Returns, for each node, the nodes that it named. */
export const useNetworkMap = () => useDashboardQuery(['peers', 'map'], getNetworkMap, {});
