import {
  getHistory,
  type HistoryRange,
  type UsageHistory,
} from '../../../../contract/dashboard-api/administration/monitoring.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';

/** Returns traffic and storage over time. */
export const getHistoryEndpoint = (history: (range: HistoryRange) => UsageHistory) =>
  jsonEndpoint(getHistory, ({ query }) => history(query.range));
