import { postPeerRetry } from '../../../../contract/dashboard-api/peers.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PeerService } from '../../peer-service.ts';

/** Shakes hands with a peer now. */
export const postPeerRetryEndpoint = (peers: Pick<PeerService, 'retry'>) =>
  jsonEndpoint(postPeerRetry, ({ body }) => peers.retry(body.host));
