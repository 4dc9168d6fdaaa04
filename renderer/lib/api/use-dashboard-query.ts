import type { CallInput, CallOutput } from '@alcove/client';
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { EndpointContract } from '../../../src/contract/endpoint.ts';
import { useDashboardClient } from './dashboard-client-context.tsx';

/** Returns the response of an endpoint; events of the node reload it by the first part of its key. */
export function useDashboardQuery<C extends EndpointContract, Data = CallOutput<C>>(
  queryKey: QueryKey,
  contract: C,
  input: CallInput<C>,
  options?: Omit<UseQueryOptions<CallOutput<C>, Error, Data>, 'queryKey' | 'queryFn'>,
) {
  const node = useDashboardClient();
  return useQuery({ queryKey, queryFn: ({ signal }) => node.call(contract, input, { signal }), ...options });
}
