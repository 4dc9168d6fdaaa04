export { ActivityLog } from './activity-log.ts';
export { ActivityRepository } from './activity-repository.ts';
export type { ActivityStore } from './activity-store.ts';
export { activityEndpoints } from './endpoints/dashboard/index.ts';
export { PostgresActivityStore } from './postgres-activity-store.ts';
export { recordRequests } from './request-activity.ts';
