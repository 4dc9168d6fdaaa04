import { getOverview, type Overview } from '../../../../contract/dashboard-api/administration/monitoring.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';

/** Returns the state of the node as the overview shows it. */
export const getOverviewEndpoint = (overview: () => Promise<Overview>) =>
  defineEndpoint({
    contract: getOverview,
    limit: 'requests',
    handle: async () => ({ status: 200, body: await overview() }),
  });
