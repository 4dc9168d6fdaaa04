import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { HistoryRange } from '../../src/contract/local-history.ts';
import { useNode } from './node-context.tsx';

/** Traffic and what was stored; what was shown stays until another range is here. */
export function useHistory(range: HistoryRange) {
  const node = useNode();
  return useQuery({
    queryKey: ['history', range],
    queryFn: ({ signal }) => node.history(range, signal),
    placeholderData: keepPreviousData,
  });
}

export function useEarnings(range: HistoryRange) {
  const node = useNode();
  return useQuery({
    queryKey: ['earnings', range],
    queryFn: ({ signal }) => node.earnings(range, signal),
    placeholderData: keepPreviousData,
  });
}
