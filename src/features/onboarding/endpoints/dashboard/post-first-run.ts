import { postFirstRun } from '../../../../contract/dashboard-api/administration/onboarding.ts';
import { defineEndpoint, jsonBody, ok } from '../../../../platform/http/endpoint/endpoint.ts';
import type { FirstRun } from '../../first-run.ts';

/** Skips first steps. */
export const postFirstRunEndpoint = (firstRun: Pick<FirstRun, 'skip'>) =>
  defineEndpoint({
    contract: postFirstRun,
    limit: 'requests',
    body: jsonBody,
    handle: ({ body }) => {
      firstRun.skip(body.skip);
      return ok;
    },
  });
