import { useInfiniteQuery } from '@tanstack/react-query';
import { getSignIn, getUsers } from '../../../src/contract/dashboard-api/auth.ts';
import { useNode } from '../../lib/api/node-context.tsx';
import { useNodeQuery } from '../../lib/api/use-node-query.ts';

/** Returns who may sign in, and the owner's wallets. */
export const useSignIn = () => useNodeQuery(['sign_in'], getSignIn, {});

/** Returns the users, page by page. */
export function useUsers() {
  const node = useNode();
  return useInfiniteQuery({
    queryKey: ['sign_in', 'users'],
    queryFn: ({ pageParam, signal }) =>
      node.call(getUsers, { query: { ...(pageParam && { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}
