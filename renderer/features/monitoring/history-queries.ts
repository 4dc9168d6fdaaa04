import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type EarningsHistory,
  getEarnings,
  getHistory,
  type HistoryRange,
} from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { useNode } from '../../lib/api/node-context.tsx';

/** Returns traffic and storage; the previous range stays until the next one is loaded. */
export function useHistory(range: HistoryRange) {
  const node = useNode();
  return useQuery({
    queryKey: ['history', range],
    queryFn: ({ signal }) => node.call(getHistory, { query: { range } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

const leastPauseMs = 60_000;

/** Returns how long a chart is current, in milliseconds, because no event reports that the next time span begins. */
export const goodFor = ({ until }: Pick<EarningsHistory, 'until'>, now = Date.now()): number =>
  Math.max(leastPauseMs, Date.parse(until) - now);

/** Returns the earnings. Events report new ones; time spans without any need a reload. */
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
