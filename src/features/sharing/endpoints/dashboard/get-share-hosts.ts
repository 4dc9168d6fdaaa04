import { getShareHosts } from '../../../../contract/dashboard-api/sharing.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SharingService } from '../../sharing-service.ts';

/** Lists the nodes that contents can be published on. */
export const getShareHostsEndpoint = (
  sharing: Pick<SharingService, 'hosts'>,
  /** Returns the address of this node's wallet in friendly form. */
  nodeAddress: () => Promise<string>,
) =>
  defineEndpoint({
    contract: getShareHosts,
    limit: 'requests',
    handle: async () => ({
      status: 200,
      body: { hosts: sharing.hosts(), node_address: await nodeAddress() },
    }),
  });
