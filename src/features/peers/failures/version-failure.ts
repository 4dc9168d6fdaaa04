import { message } from '../../../core/messages/message.ts';
import { PeerError } from '../../../platform/net/failures/peer-error.ts';

const majorOf = (version: string): bigint => BigInt(version.split('.', 1)[0] ?? '0');

/** Returns the error for different MAJOR versions, with the node to be updated. */
export function versionError(own: string, other: string): PeerError {
  return new PeerError('version', message('peers.versionIncompatible', { own, other }), {
    remedy: majorOf(own) < majorOf(other) ? 'peers.updateThisNode' : 'peers.updateOtherNode',
  });
}
