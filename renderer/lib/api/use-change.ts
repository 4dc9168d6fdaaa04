import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { LocalTopic } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import type { NodeClient } from './node-client.ts';
import { useNode } from './node-context.tsx';
import { staleAfter } from './query-client.ts';

/** Returns a mutation of the node that reloads the parts behind `topic` afterwards. */
export function useChange<Input, Output>(
  topic: LocalTopic,
  change: (node: NodeClient, input: Input) => Promise<Output>,
) {
  const node = useNode();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(node, input),
    // Awaited, so that a button stays busy until its result is visible.
    onSuccess: () =>
      Promise.all(staleAfter[topic].map((part) => queries.invalidateQueries({ queryKey: [part] }))),
  });
}
