import {
  type EarningsHistory,
  getEarnings,
  getHistory,
  type HistoryRange,
  type UsageHistory,
} from '../../../src/contract/dashboard-api/monitoring.ts';
import type { NodeCaller } from './node-calls.ts';

/** What the dashboard asks of its node about the past. */
export interface HistoryCalls {
  history(range: HistoryRange, signal?: AbortSignal): Promise<UsageHistory>;
  earnings(range: HistoryRange, signal?: AbortSignal): Promise<EarningsHistory>;
}

export function historyCalls({ ask }: Pick<NodeCaller, 'ask'>): HistoryCalls {
  return {
    history: (range, signal) => ask(getHistory, { query: { range } }, { signal }),
    earnings: (range, signal) => ask(getEarnings, { query: { range } }, { signal }),
  };
}
