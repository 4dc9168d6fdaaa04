import { useQuery } from '@tanstack/react-query';
import { getChain } from '../../../src/contract/dashboard-api/chain.ts';
import { useNode } from '../../lib/api/node-context.tsx';

/** Returns the state of the chain and the wallets of this node. */
export function useChain() {
  const node = useNode();
  return useQuery({ queryKey: ['chain'], queryFn: ({ signal }) => node.call(getChain, {}, { signal }) });
}

/** Returns whether the state of the chain could not be loaded; `ChainNotice` shows this for the whole page. */
export function useIsChainUnknown(): boolean {
  const { data, isError } = useChain();
  return isError && data === undefined;
}
