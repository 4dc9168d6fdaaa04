import { getShareHosts } from '../../../../contract/dashboard-api/sharing.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SharingService } from '../../sharing-service.ts';

/** Lists the nodes that contents can be shared through. */
export const getShareHostsEndpoint = (
  sharing: Pick<SharingService, 'hosts'>,
  /** Address of this node's wallet, friendly form. */
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
