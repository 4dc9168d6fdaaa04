import type { Endpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SharingService } from '../../sharing-service.ts';
import { deleteShareEndpoint } from './delete-content-shares.ts';
import { deleteShareHostEndpoint } from './delete-share-hosts.ts';
import { getShareHostsEndpoint } from './get-share-hosts.ts';
import { getSharesEndpoint } from './get-shares.ts';
import { postShareEndpoint } from './post-content-shares.ts';
import { postShareHostEndpoint } from './post-share-hosts.ts';

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
