import { PeerError } from '../../platform/net/failures/peer-error.ts';
import type { ConnectionPolicy } from '../../platform/net/guarded/address-policy.ts';
import type { Pace } from '../../platform/net/transfers/bandwidth.ts';
import { isUsable, type PeerDirectory } from '../peers/index.ts';
import { PublicNode } from './public-node.ts';

export interface PublicNodeAccess {
  peers: Pick<PeerDirectory, 'get'>;
  /** Connection rules for nodes that the owner named or that proved their key. */
  connection: ConnectionPolicy<'named' | 'proven'>;
  /** Limit for sent bytes. */
  pace?: Pace | undefined;
}

/**
 * Opens the node of a peer for requests with an account there.
 * @throws PeerError when the node is not usable now
 */
export function openPublicNode(
  host: string,
  { peers, connection, pace }: PublicNodeAccess,
  signal: AbortSignal,
): PublicNode {
  const peer = peers.get(host);
  if (!peer || !isUsable(peer)) {
    throw new PeerError('unreachable', 'sharing.notAmongPeers', {
      remedy: 'sharing.notAmongPeersRemedy',
    });
  }
  const guard = peer.source === 'learned' ? connection.guards.proven : connection.guards.named;
  return new PublicNode({ target: { origin: host, guard, resolve: connection.resolve }, pace, signal });
}
