import {
  type EarningsHistory,
  getEarnings,
  type HistoryRange,
} from '../../../../contract/dashboard-api/administration/monitoring.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';

/** Returns earnings over time. */
export const getEarningsEndpoint = (earnings: (range: HistoryRange) => Promise<EarningsHistory>) =>
  jsonEndpoint(getEarnings, ({ query }) => earnings(query.range));
