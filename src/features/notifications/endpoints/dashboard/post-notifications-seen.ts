import { postNotificationsSeen } from '../../../../contract/dashboard-api/administration/notifications.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { NotificationsService } from '../../notifications-service.ts';

/** Marks notifications as seen. */
export const postNotificationsSeenEndpoint = (notifications: Pick<NotificationsService, 'markSeen'>) =>
  jsonEndpoint(postNotificationsSeen, ({ body }) => notifications.markSeen(body));
