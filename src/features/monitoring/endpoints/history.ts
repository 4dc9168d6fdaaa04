import {
  type EarningsHistory,
  getEarnings,
  getHistory,
  type HistoryRange,
  type UsageHistory,
} from '../../../contract/dashboard-api/monitoring.ts';
import { defineEndpoint, type Endpoint } from '../../../platform/http/endpoint/endpoint.ts';

/** What is known of the past. */
export interface HistoryDesk {
  history(range: HistoryRange): UsageHistory;
  earnings(range: HistoryRange): Promise<EarningsHistory>;
}

const common = { limit: 'requests' } as const;

export const historyEndpoints = (desk: HistoryDesk): Endpoint[] => [
  defineEndpoint({
    ...common,
    contract: getHistory,
    handle: ({ query }) => ({ status: 200, body: desk.history(query.range) }),
  }),
  defineEndpoint({
    ...common,
    contract: getEarnings,
    handle: async ({ query }) => ({ status: 200, body: await desk.earnings(query.range) }),
  }),
];
