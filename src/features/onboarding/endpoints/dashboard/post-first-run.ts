import { postFirstRun } from '../../../../contract/dashboard-api/administration/onboarding.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { FirstRun } from '../../first-run.ts';

/** Skips first steps. */
export const postFirstRunEndpoint = (firstRun: Pick<FirstRun, 'skip'>) =>
  jsonEndpoint(postFirstRun, ({ body }) => firstRun.skip(body.skip));
