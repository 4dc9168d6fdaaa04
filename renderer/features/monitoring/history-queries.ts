import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type EarningsHistory,
  getEarnings,
  getHistory,
  type HistoryRange,
} from '../../../src/contract/dashboard-api/monitoring.ts';
import { useNode } from '../../lib/api/node-context.tsx';

/** Traffic and what was stored; what was shown stays until another range is here. */
export function useHistory(range: HistoryRange) {
  const node = useNode();
  return useQuery({
    queryKey: ['history', range],
    queryFn: ({ signal }) => node.call(getHistory, { query: { range } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

const leastPauseMs = 60_000;

/** How long a chart holds, in milliseconds: then another span of time begins, of which no event tells. */
export const goodFor = ({ until }: Pick<EarningsHistory, 'until'>, now = Date.now()): number =>
  Math.max(leastPauseMs, Date.parse(until) - now);

/** What was earned. The node tells when there is more; that time went on without any, it does not. */
export function useEarnings(range: HistoryRange) {
  const node = useNode();
  return useQuery({
    queryKey: ['earnings', range],
    queryFn: ({ signal }) => node.call(getEarnings, { query: { range } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => state.data !== undefined && goodFor(state.data),
    refetchIntervalInBackground: true,
  });
}
