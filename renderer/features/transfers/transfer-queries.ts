import { postCopy } from '../../../src/contract/dashboard-api/discovery.ts';
import { deleteTransfer, getTransfers } from '../../../src/contract/dashboard-api/fetch.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';

/** Returns the transfers from and to other nodes, oldest first. */
export const useTransfers = () =>
  useDashboardQuery(['transfers'], getTransfers, {}, { select: ({ transfers }) => transfers });

export function useCancelTransfer(id: string) {
  return useChange('transfers', (node) => node.call(deleteTransfer, { params: { id } }));
}

/** Starts to fetch a file; a pinned one is never evicted. */
export function useFetchCopy(contentId: string) {
  return useChange('transfers', (node, { pinned }: { pinned: boolean }) =>
    node.call(postCopy, { body: { content_id: contentId, pinned } }),
  );
}
