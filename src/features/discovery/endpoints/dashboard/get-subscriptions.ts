import { getSubscriptions } from '../../../../contract/dashboard-api/discovery.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SubscriptionService } from '../../subscriptions.ts';

/** Lists the subscriptions, newest first. */
export const getSubscriptionsEndpoint = (subscriptions: Pick<SubscriptionService, 'list'>) =>
  jsonEndpoint(getSubscriptions, () => ({ subscriptions: subscriptions.list() }));
