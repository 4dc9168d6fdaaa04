import { getPeerHistory } from '../../../../contract/dashboard-api/peers.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PeerService } from '../../peer-service.ts';

/** Returns the latencies of a peer. */
export const getPeerHistoryEndpoint = (peers: Pick<PeerService, 'history'>) =>
  jsonEndpoint(getPeerHistory, ({ query }) => peers.history(query.host));
