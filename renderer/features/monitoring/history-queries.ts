import { keepPreviousData } from '@tanstack/react-query';
import {
  type EarningsHistory,
  getEarnings,
  getHistory,
  type HistoryRange,
} from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';

/** Returns traffic and storage; shows the previous range until the next one is loaded. */
export const useHistory = (range: HistoryRange) =>
  useDashboardQuery(
    ['history', range],
    getHistory,
    { query: { range } },
    { placeholderData: keepPreviousData },
  );

const minPauseMs = 60_000;

/**
 * Returns the time in milliseconds until a chart is out of date, because no event reports that the next span begins.
 */
export const msUntilOutdated = ({ until }: Pick<EarningsHistory, 'until'>, now = Date.now()): number =>
  Math.max(minPauseMs, Date.parse(until) - now);

/** Returns the earnings. Events report new earnings; new spans without earnings need a reload. */
export const useEarnings = (range: HistoryRange) =>
  useDashboardQuery(
    ['earnings', range],
    getEarnings,
    { query: { range } },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => state.data !== undefined && msUntilOutdated(state.data),
      refetchIntervalInBackground: true,
    },
  );
