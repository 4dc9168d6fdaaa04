import { getActivity } from '../../../../contract/dashboard-api/administration/activity.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { ActivityLog } from '../../activity-log.ts';

/** Returns a page of the activity log. */
export const getActivityEndpoint = (activity: Pick<ActivityLog, 'page'>) =>
  jsonEndpoint(getActivity, ({ query }) => activity.page(query));
