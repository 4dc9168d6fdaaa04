import { useInfiniteQuery } from '@tanstack/react-query';
import { getSignIn, getUsers } from '../../../src/contract/dashboard-api/auth.ts';
import { useDashboardClient } from '../../lib/api/dashboard-client-context.tsx';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';

/** Returns who may sign in, and the owner's wallets. */
export const useSignIn = () => useDashboardQuery(['sign_in'], getSignIn, {});

/** Returns the users, page by page. */
export function useUsers() {
  const node = useDashboardClient();
  return useInfiniteQuery({
    queryKey: ['sign_in', 'users'],
    queryFn: ({ pageParam, signal }) =>
      node.call(getUsers, { query: { ...(pageParam && { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}
