import type { Endpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { NotificationsService } from '../../notifications-service.ts';
import { getNotificationsEndpoint } from './get-notifications.ts';
import { postNotificationsSeenEndpoint } from './post-notifications-seen.ts';

/** Lists the endpoints of the notifications. */
export const notificationEndpoints = (notifications: NotificationsService): Endpoint[] => [
  getNotificationsEndpoint(notifications),
  postNotificationsSeenEndpoint(notifications),
];
