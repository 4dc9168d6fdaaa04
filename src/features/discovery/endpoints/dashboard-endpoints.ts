import type { Endpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { DiscoveryService } from '../discovery-service.ts';
import { deleteSubscriptionEndpoint } from './dashboard/delete-subscriptions.ts';
import { type FoundPages, getFoundEndpoint } from './dashboard/get-found.ts';
import { getSubscriptionsEndpoint } from './dashboard/get-subscriptions.ts';
import { getSyncEndpoint } from './dashboard/get-sync.ts';
import { postCopyEndpoint } from './dashboard/post-copies.ts';
import { postSubscriptionEndpoint } from './dashboard/post-subscriptions.ts';
import { postSyncEndpoint } from './dashboard/post-sync.ts';

export interface DiscoveryEndpointServices {
  discovery: DiscoveryService;
  found: FoundPages;
  nodeUrl: () => string;
  /** Reports errors of work that continues after the response. */
  onError: (error: unknown) => void;
}

/** Lists the dashboard's endpoints about the contents of other nodes. */
export const discoveryEndpoints = ({
  discovery,
  found,
  nodeUrl,
  onError,
}: DiscoveryEndpointServices): Endpoint[] => [
  getSyncEndpoint(discovery),
  postSyncEndpoint(discovery, onError),
  getFoundEndpoint(found, nodeUrl),
  postCopyEndpoint(discovery.copies),
  getSubscriptionsEndpoint(discovery.subscriptions),
  postSubscriptionEndpoint(discovery.subscriptions),
  deleteSubscriptionEndpoint(discovery.subscriptions),
];
