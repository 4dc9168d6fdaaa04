import { postSubscription } from '../../../../contract/dashboard-api/discovery.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SubscriptionService } from '../../subscriptions.ts';

/** Adds a subscription. */
export const postSubscriptionEndpoint = (subscriptions: Pick<SubscriptionService, 'add'>) =>
  jsonEndpoint(postSubscription, ({ body }) => subscriptions.add(body));
