import { deleteSubscription } from '../../../../contract/dashboard-api/discovery.ts';
import { defineEndpoint, ok } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SubscriptionService } from '../../subscriptions.ts';

/** Ends a subscription. */
export const deleteSubscriptionEndpoint = (subscriptions: Pick<SubscriptionService, 'end'>) =>
  defineEndpoint({
    contract: deleteSubscription,
    limit: 'requests',
    handle: ({ params }) => {
      subscriptions.end(params.id);
      return ok;
    },
  });
