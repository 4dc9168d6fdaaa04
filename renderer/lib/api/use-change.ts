import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DashboardTopic } from '../../../src/contract/dashboard-api/events.ts';
import type { DashboardClient } from './dashboard-client.ts';
import { useDashboardClient } from './dashboard-client-context.tsx';
import { staleAfter } from './query-client.ts';
import { reloadQueries } from './reload-queries.ts';

/** Returns a mutation of the node that reloads the parts behind `topic` afterwards. */
export function useChange<Input, Output>(
  topic: DashboardTopic,
  change: (node: DashboardClient, input: Input) => Promise<Output>,
) {
  const node = useDashboardClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(node, input),
    // Awaited, so that a button stays busy until its result is visible.
    onSuccess: () => Promise.all(staleAfter[topic].map((root) => reloadQueries(queries, root))),
  });
}
