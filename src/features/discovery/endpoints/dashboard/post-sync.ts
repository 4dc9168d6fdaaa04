import { postSync } from '../../../../contract/dashboard-api/discovery.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { DiscoveryService } from '../../discovery-service.ts';

/** Starts to read the lists of all nodes. */
export const postSyncEndpoint = (
  discovery: Pick<DiscoveryService, 'now'>,
  onError: (error: unknown) => void,
) =>
  jsonEndpoint(postSync, () => {
    // Not awaited, because synchronising may take minutes and the client expects an immediate response.
    discovery.now().catch(onError);
  });
