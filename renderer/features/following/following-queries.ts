import { useQuery } from '@tanstack/react-query';
import {
  deleteSubscription,
  getSubscriptions,
  postSubscription,
  type SubscriptionRequest,
} from '../../../src/contract/dashboard-api/discovery.ts';
import { useNode } from '../../lib/api/node-context.tsx';
import { useChange } from '../../lib/api/use-change.ts';

/** Returns the subscriptions of this node, newest first. */
export function useSubscriptions() {
  const node = useNode();
  return useQuery({
    queryKey: ['index', 'subscriptions'],
    queryFn: async ({ signal }) => (await node.call(getSubscriptions, {}, { signal })).subscriptions,
  });
}

export function useSubscribe() {
  return useChange('index', (node, body: SubscriptionRequest) => node.call(postSubscription, { body }));
}

export function useUnsubscribe(id: string) {
  return useChange('index', (node) => node.call(deleteSubscription, { params: { id } }));
}
