import { getPeerHistory } from '../../../../contract/dashboard-api/peers.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PeerService } from '../../peer-service.ts';

/** Returns how long a peer took to answer. */
export const getPeerHistoryEndpoint = (peers: Pick<PeerService, 'history'>) =>
  defineEndpoint({
    contract: getPeerHistory,
    limit: 'requests',
    handle: ({ query }) => ({ status: 200, body: peers.history(query.host) }),
  });
