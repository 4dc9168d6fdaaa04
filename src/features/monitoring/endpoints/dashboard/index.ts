import type {
  EarningsHistory,
  HistoryRange,
  Overview,
  UsageHistory,
} from '../../../../contract/dashboard-api/administration/monitoring.ts';
import type { Endpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import { getEarningsEndpoint } from './get-earnings.ts';
import { getHistoryEndpoint } from './get-history.ts';
import { getLocalOpenApiEndpoint } from './get-openapi.ts';
import { getOverviewEndpoint } from './get-overview.ts';

/** Queries of the dashboard on the node's state. */
export interface MonitoringQueries {
  overview(): Promise<Overview>;
  history(range: HistoryRange): UsageHistory;
  earnings(range: HistoryRange): Promise<EarningsHistory>;
  /** Returns the node API's OpenAPI document. */
  openApi(): object;
}

/** Lists the endpoints of the node's state and history. */
export const monitoringEndpoints = (queries: MonitoringQueries): Endpoint[] => [
  getOverviewEndpoint(queries.overview),
  getHistoryEndpoint(queries.history),
  getEarningsEndpoint(queries.earnings),
  getLocalOpenApiEndpoint(queries.openApi),
];
