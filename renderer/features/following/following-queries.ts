import {
  deleteSubscription,
  getSubscriptions,
  postSubscription,
  type SubscriptionRequest,
} from '../../../src/contract/dashboard-api/discovery.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';

/** Returns the subscriptions of this node, newest first. */
export const useSubscriptions = () =>
  useDashboardQuery(
    ['index', 'subscriptions'],
    getSubscriptions,
    {},
    { select: (response) => response.subscriptions },
  );

export function useSubscribe() {
  return useChange('index', (node, body: SubscriptionRequest) => node.call(postSubscription, { body }));
}

export function useUnsubscribe(id: string) {
  return useChange('index', (node) => node.call(deleteSubscription, { params: { id } }));
}
