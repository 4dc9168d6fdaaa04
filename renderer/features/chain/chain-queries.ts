import { getChain } from '../../../src/contract/dashboard-api/chain.ts';
import { useNodeQuery } from '../../lib/api/use-node-query.ts';

/** Returns the state of the chain and the wallets of this node. */
export const useChain = () => useNodeQuery(['chain'], getChain, {});

/** Returns whether the state of the chain could not be loaded; `ChainNotice` shows this for the whole page. */
export function useIsChainUnknown(): boolean {
  const { data, isError } = useChain();
  return isError && data === undefined;
}
