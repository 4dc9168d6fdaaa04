import { deleteSubscription } from '../../../../contract/dashboard-api/discovery.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SubscriptionService } from '../../subscriptions.ts';

/** Ends a subscription. */
export const deleteSubscriptionEndpoint = (subscriptions: Pick<SubscriptionService, 'end'>) =>
  jsonEndpoint(deleteSubscription, ({ params }) => subscriptions.end(params.id));
