export { notificationEndpoints } from './endpoints/dashboard/index.ts';
export { NotificationsService } from './notifications-service.ts';
export { replicatedNotificationTables } from './replicated-notifications.ts';
export { SeenRepository } from './seen-repository.ts';
