import { getNotifications } from '../../../../contract/dashboard-api/administration/notifications.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { NotificationsService } from '../../notifications-service.ts';

/** Lists the latest notifications. */
export const getNotificationsEndpoint = (notifications: Pick<NotificationsService, 'list'>) =>
  jsonEndpoint(getNotifications, () => notifications.list());
