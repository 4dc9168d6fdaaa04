import {
  type ActivityEntry,
  type ActivityPage,
  getActivity,
} from '../../../../contract/dashboard-api/administration/activity.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';

interface ActivityPages {
  /** Returns entries, newest first. */
  page(query: {
    kind?: ActivityEntry['kind'] | undefined;
    q: string;
    cursor?: string | undefined;
    skip: number;
    limit: number;
  }): Promise<ActivityPage>;
}

/** Returns a page of the activity log. */
export const getActivityEndpoint = (activity: ActivityPages) =>
  defineEndpoint({
    contract: getActivity,
    limit: 'requests',
    handle: async ({ query }) => ({ status: 200, body: await activity.page(query) }),
  });
