export { notificationEndpoints } from './endpoints/dashboard/index.ts';
export { NotificationsService } from './notifications-service.ts';
export { SeenRepository } from './seen-repository.ts';
