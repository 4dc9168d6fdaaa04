import type { Pace } from '../../platform/net/bandwidth.ts';
import { PeerError } from '../../platform/net/failures.ts';
import type { AddressGuard, Resolve } from '../../platform/net/guarded/guarded-connection.ts';
import { isUsable } from '../peers/peer-view.ts';
import type { PeerRepository } from '../peers/repository/peer-repository.ts';
import { PublicNode } from './public-node.ts';

export interface NodeAccess {
  peers: Pick<PeerRepository, 'get'>;
  /** Which addresses a node may have that the person named, or that proved itself. */
  asking: { guards: { named: AddressGuard; proven: AddressGuard }; resolve: Resolve };
  /** The limit on what is sent. */
  pace?: Pace | undefined;
}

/**
 * The node of a peer, to be asked with an account of one's own.
 * @throws PeerError when it is not one that may be used now
 */
export function nodeAt(host: string, { peers, asking, pace }: NodeAccess, signal: AbortSignal): PublicNode {
  const peer = peers.get(host);
  if (!peer || peer.source === 'removed' || !isUsable(peer)) {
    throw new PeerError('unreachable', 'This node is not among the peers that can be used now.', {
      remedy: 'Look at it on the Peers page: add it again there, or see what is wrong with it.',
    });
  }
  const guard = peer.source === 'learned' ? asking.guards.proven : asking.guards.named;
  return new PublicNode({ target: { origin: host, guard, resolve: asking.resolve }, pace, signal });
}
