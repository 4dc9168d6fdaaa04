import { getEarnings, getHistory } from '../../../src/contract/endpoints/local-history.ts';
import type { EarningsDocument, HistoryDocument, HistoryRange } from '../../../src/contract/local-history.ts';
import type { NodeCaller } from './node-calls.ts';

/** What the dashboard asks of its node about the past. */
export interface HistoryCalls {
  history(range: HistoryRange, signal?: AbortSignal): Promise<HistoryDocument>;
  earnings(range: HistoryRange, signal?: AbortSignal): Promise<EarningsDocument>;
}

export function historyCalls({ ask }: Pick<NodeCaller, 'ask'>): HistoryCalls {
  return {
    history: (range, signal) => ask(getHistory, { query: { range } }, { signal }),
    earnings: (range, signal) => ask(getEarnings, { query: { range } }, { signal }),
  };
}
