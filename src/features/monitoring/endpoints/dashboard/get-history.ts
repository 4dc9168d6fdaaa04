import {
  getHistory,
  type HistoryRange,
  type UsageHistory,
} from '../../../../contract/dashboard-api/administration/monitoring.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';

/** Returns traffic and storage over time. */
export const getHistoryEndpoint = (history: (range: HistoryRange) => UsageHistory) =>
  defineEndpoint({
    contract: getHistory,
    limit: 'requests',
    handle: ({ query }) => ({ status: 200, body: history(query.range) }),
  });
