import type { Endpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { ActivityLog } from '../../activity-log.ts';
import { getActivityEndpoint } from './get-activity.ts';
import { getActivityExportEndpoint } from './get-activity-export.ts';

/** Queries of the dashboard on the activity log. */
export type ActivityQueries = Pick<ActivityLog, 'page' | 'entries'>;

/** Lists the endpoints of the activity log. */
export const activityEndpoints = (activity: ActivityQueries): Endpoint[] => [
  getActivityEndpoint(activity),
  getActivityExportEndpoint(activity),
];
