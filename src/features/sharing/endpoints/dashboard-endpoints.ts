import type { Endpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { SharingService } from '../sharing-service.ts';
import { deleteShareEndpoint } from './dashboard/delete-content-shares.ts';
import { deleteShareHostEndpoint } from './dashboard/delete-share-hosts.ts';
import { getShareHostsEndpoint } from './dashboard/get-share-hosts.ts';
import { getSharesEndpoint } from './dashboard/get-shares.ts';
import { postShareEndpoint } from './dashboard/post-content-shares.ts';
import { postShareHostEndpoint } from './dashboard/post-share-hosts.ts';

export interface SharingEndpointServices {
  sharing: SharingService;
  /** Returns the address of this node's wallet in friendly form. */
  nodeAddress: () => Promise<string>;
  isStored: (sha256: Buffer) => boolean;
}

/** Lists the dashboard's endpoints about sharing. */
export const sharingEndpoints = ({ sharing, nodeAddress, isStored }: SharingEndpointServices): Endpoint[] => [
  getShareHostsEndpoint(sharing, nodeAddress),
  postShareHostEndpoint(sharing),
  deleteShareHostEndpoint(sharing),
  getSharesEndpoint(sharing, isStored),
  postShareEndpoint(sharing),
  deleteShareEndpoint(sharing),
];
