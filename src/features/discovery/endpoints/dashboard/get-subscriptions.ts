import { getSubscriptions } from '../../../../contract/dashboard-api/discovery.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SubscriptionService } from '../../subscriptions.ts';

/** Lists the subscriptions, newest first. */
export const getSubscriptionsEndpoint = (subscriptions: Pick<SubscriptionService, 'list'>) =>
  defineEndpoint({
    contract: getSubscriptions,
    limit: 'requests',
    handle: () => ({ status: 200, body: { subscriptions: subscriptions.list() } }),
  });
