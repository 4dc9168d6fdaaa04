import type { LocalPeer, PeerState } from '../../../src/contract/dashboard-api/peers.ts';
import { messageText } from '../../lib/i18n/node-messages.ts';

/** Groups of states, in the order of the filter. */
const groups = {
  all: null,
  used: ['compatible', 'warning'],
  trouble: ['unreachable', 'key_changed', 'incompatible'],
  new: ['candidate'],
} as const satisfies Record<string, readonly PeerState[] | null>;

export type PeerGroup = keyof typeof groups;
export const peerGroups = Object.keys(groups) as PeerGroup[];

export function isIn(group: PeerGroup, { state }: LocalPeer): boolean {
  const states: readonly PeerState[] | null = groups[group];
  return states?.includes(state) ?? true;
}

/** Returns the peers of a group whose address, key, version or failure contains the words. */
export function filterPeers(peers: readonly LocalPeer[], group: PeerGroup, words: string): LocalPeer[] {
  const wanted = words.toLowerCase();
  return peers.filter(
    (peer) =>
      isIn(group, peer) &&
      [peer.host, peer.public_key, peer.version, peer.failure && messageText(peer.failure.message)].some(
        (text) => text?.toLowerCase().includes(wanted),
      ),
  );
}
