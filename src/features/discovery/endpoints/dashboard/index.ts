import type { Endpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { DiscoveryService } from '../../discovery-service.ts';
import { deleteSubscriptionEndpoint } from './delete-subscriptions.ts';
import { type FoundPages, getRemoteIndexEndpoint } from './get-found.ts';
import { getSubscriptionsEndpoint } from './get-subscriptions.ts';
import { getSyncEndpoint } from './get-sync.ts';
import { postCopyEndpoint } from './post-copies.ts';
import { postSubscriptionEndpoint } from './post-subscriptions.ts';
import { postSyncEndpoint } from './post-sync.ts';

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
  getRemoteIndexEndpoint(found, nodeUrl),
  postCopyEndpoint(discovery.copies),
  getSubscriptionsEndpoint(discovery.subscriptions),
  postSubscriptionEndpoint(discovery.subscriptions),
  deleteSubscriptionEndpoint(discovery.subscriptions),
];
