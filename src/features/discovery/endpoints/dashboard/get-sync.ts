import { getSync } from '../../../../contract/dashboard-api/discovery.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { DiscoveryService } from '../../discovery-service.ts';

/** Returns the progress of reading the lists of other nodes. */
export const getSyncEndpoint = (discovery: Pick<DiscoveryService, 'state'>) =>
  jsonEndpoint(getSync, () => discovery.state());
