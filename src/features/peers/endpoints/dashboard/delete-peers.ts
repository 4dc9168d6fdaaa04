import { deletePeer } from '../../../../contract/dashboard-api/peers.ts';
import { defineEndpoint, ok } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PeerService } from '../../peer-service.ts';

/** Removes a peer and its pinned key. */
export const deletePeerEndpoint = (peers: Pick<PeerService, 'remove'>) =>
  defineEndpoint({
    contract: deletePeer,
    limit: 'requests',
    handle: ({ query }) => {
      peers.remove(query.host);
      return ok;
    },
  });
