import { getSync } from '../../../../contract/dashboard-api/discovery.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { DiscoveryService } from '../../discovery-service.ts';

/** Returns the progress of reading the lists of other nodes. */
export const getSyncEndpoint = (discovery: Pick<DiscoveryService, 'state'>) =>
  defineEndpoint({
    contract: getSync,
    limit: 'requests',
    handle: () => ({ status: 200, body: discovery.state() }),
  });
