export { ActivityLog } from './activity-log.ts';
export { ActivityRepository } from './activity-repository.ts';
export { activityEndpoints } from './endpoints/dashboard/index.ts';
export { recordRequests } from './request-activity.ts';
