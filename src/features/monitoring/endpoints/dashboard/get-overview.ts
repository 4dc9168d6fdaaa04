import { getOverview, type Overview } from '../../../../contract/dashboard-api/administration/monitoring.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';

/** Returns the state of the node for the page *Overview*. */
export const getOverviewEndpoint = (overview: () => Promise<Overview>) =>
  jsonEndpoint(getOverview, () => overview());
