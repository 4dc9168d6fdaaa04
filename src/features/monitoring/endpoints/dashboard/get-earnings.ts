import {
  type EarningsHistory,
  getEarnings,
  type HistoryRange,
} from '../../../../contract/dashboard-api/administration/monitoring.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';

/** Returns earnings over time. */
export const getEarningsEndpoint = (earnings: (range: HistoryRange) => Promise<EarningsHistory>) =>
  defineEndpoint({
    contract: getEarnings,
    limit: 'requests',
    handle: async ({ query }) => ({ status: 200, body: await earnings(query.range) }),
  });
