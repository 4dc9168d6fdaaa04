import { getChain } from '../../../src/contract/dashboard-api/chain.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';

/** Returns the state of the chain and the wallets of this node. */
export const useChain = () => useDashboardQuery(['chain'], getChain, {});

const incomingMs = 10_000;

/** Reloads the balances while money is awaited, because the node detects it only on request. */
export function useIncomingMoney(isAwaited: boolean): void {
  useDashboardQuery(['chain'], getChain, {}, { refetchInterval: isAwaited && incomingMs });
}

/** Returns whether buying and selling is on. */
export function useTrades(): boolean {
  const network = useChain().data?.network;
  return network !== undefined && network !== 'off';
}

/** Returns whether the state of the chain could not be loaded; `ChainNotice` shows this for the whole page. */
export function useIsChainUnknown(): boolean {
  const { data, isError } = useChain();
  return isError && data === undefined;
}
