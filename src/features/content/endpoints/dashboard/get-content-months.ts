import { getContentMonths } from '../../../../contract/dashboard-api/content.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { ContentService } from '../../content-service.ts';

/** Counts the contents of each month. */
export const getContentMonthsEndpoint = (service: Pick<ContentService, 'months'>) =>
  jsonEndpoint(getContentMonths, ({ query }) => ({ months: service.months(query) }));
