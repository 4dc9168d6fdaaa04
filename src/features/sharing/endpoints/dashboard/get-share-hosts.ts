import { getShareHosts } from '../../../../contract/dashboard-api/sharing.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SharingService } from '../../sharing-service.ts';

/** Lists the nodes that contents can be shared on. */
export const getShareHostsEndpoint = (
  sharing: Pick<SharingService, 'hosts'>,
  /** Returns the address of this node's wallet in friendly form. */
  nodeAddress: () => Promise<string>,
) => jsonEndpoint(getShareHosts, async () => ({ hosts: sharing.hosts(), node_address: await nodeAddress() }));
