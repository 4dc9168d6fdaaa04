import { postSubscription } from '../../../../contract/dashboard-api/discovery.ts';
import { defineEndpoint, jsonBody } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SubscriptionService } from '../../subscriptions.ts';

/** Adds a subscription. */
export const postSubscriptionEndpoint = (subscriptions: Pick<SubscriptionService, 'add'>) =>
  defineEndpoint({
    contract: postSubscription,
    limit: 'requests',
    body: jsonBody,
    handle: ({ body }) => ({ status: 201, body: subscriptions.add(body) }),
  });
