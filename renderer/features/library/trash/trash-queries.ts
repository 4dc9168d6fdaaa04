import { useQueryClient } from '@tanstack/react-query';
import {
  type BatchResult,
  maxInBatch,
  postTrash,
  postTrashRestore,
} from '../../../../src/contract/dashboard-api/library/trash.ts';
import { useDashboardClient } from '../../../lib/api/dashboard-client-context.tsx';
import { reloadQueries } from '../../../lib/api/reload-queries.ts';
import { useChange } from '../../../lib/api/use-change.ts';
import { inParts } from '../selection/bulk.ts';

/** Returns a mutation that moves files to the trash. */
export function useTrashFiles() {
  return useChange('content', async (node, ids: readonly string[]): Promise<BatchResult> => {
    const total: BatchResult = { done: 0, refused: [] };
    for (const part of inParts(ids, maxInBatch)) {
      const { done, refused } = await node.call(postTrash, { body: { content_ids: part } });
      total.done += done;
      total.refused.push(...refused);
    }
    return total;
  });
}

/** Returns a function that restores files, for a message that outlives the page. */
export function useRestore() {
  const node = useDashboardClient();
  const queries = useQueryClient();
  return async (ids: readonly string[]): Promise<void> => {
    for (const part of inParts(ids, maxInBatch)) {
      await node.call(postTrashRestore, { body: { content_ids: part } });
    }
    await reloadQueries(queries, 'content');
  };
}
