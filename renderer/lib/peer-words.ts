import type { LocalPeer, PeerFailure, PeerState } from '../../src/contract/local.ts';
import { formatCount, formatLatency } from './format.ts';

interface StateWords {
  label: string;
  /** A colour of the theme. */
  color: string;
  explanation: string;
}

const words: Record<PeerState, StateWords> = {
  compatible: {
    label: 'Compatible',
    color: 'green',
    explanation: 'Both nodes speak the same version of the protocol.',
  },
  warning: {
    label: 'Compatible, other version',
    color: 'yellow',
    explanation: 'The nodes work together, but one of them should be updated.',
  },
  key_changed: {
    label: 'Key changed',
    color: 'red',
    explanation: 'It answers with another key than before and is not used until you accept it.',
  },
  unreachable: {
    label: 'Unreachable',
    color: 'orange',
    explanation: 'The last attempts to reach it failed.',
  },
  incompatible: {
    label: 'Incompatible',
    color: 'red',
    explanation: 'The versions are too far apart to exchange anything.',
  },
  candidate: {
    label: 'Not tried yet',
    color: 'gray',
    explanation: 'No handshake with this node has succeeded so far.',
  },
};

/** What a peer's state is called and means. */
export function stateWords(state: PeerState): StateWords {
  return words[state];
}

const sources: Record<LocalPeer['source'], string> = {
  named: 'Added by you',
  learned: 'Learned from another node',
  practice: 'Practice node on this computer',
};

/** How this node came to know a peer. */
export function sourceWords(source: LocalPeer['source']): string {
  return sources[source];
}

/** In the order in which they are told. */
const peerStates = Object.keys(words) as PeerState[];

/** `node.example.org`, `127.0.0.1:8471`; what speaks plain http is told apart. */
export function hostName(host: string): string {
  return host.replace(/^https:\/\//, '');
}

/** A peer in a line: its name, how things stand, how quickly it answers. */
export function peerLine({ host, state, latency_ms: latency }: LocalPeer): string {
  const speed = latency === null ? '' : `, ${formatLatency(latency)}`;
  return `${hostName(host)}: ${words[state].label}${speed}`;
}

/** How many peers are in each state that any is in, in the order of the states. */
export function countStates(peers: readonly LocalPeer[]): { state: PeerState; count: number }[] {
  return peerStates
    .map((state) => ({ state, count: peers.filter((peer) => peer.state === state).length }))
    .filter(({ count }) => count > 0);
}

/** `3 compatible; 2 unreachable` */
export function stateCountWords(peers: readonly LocalPeer[]): string {
  return countStates(peers)
    .map(({ state, count }) => `${formatCount(count)} ${words[state].label.toLowerCase()}`)
    .join('; ');
}

const failures: Record<PeerFailure['code'], string> = {
  name_not_found: 'Its name is not found',
  refused: 'Nothing answers at its port',
  timeout: 'It does not answer in time',
  tls: 'No secure connection',
  address_not_allowed: 'Its address is not on the Internet',
  not_a_node: 'It is not a node',
  clock_off: 'The clocks differ',
  rate_limited: 'It asks for a pause',
  rejected: 'It refused the handshake',
  invalid_answer: 'Its answer cannot be verified',
  key_changed: 'Its key changed',
  version: 'The versions do not fit',
  self: 'It is this node itself',
  unreachable: 'It cannot be reached',
};

/** What keeps peers from being used, in a few words each, the most frequent first. */
export function countTroubles(peers: readonly LocalPeer[]): { cause: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { failure } of peers) {
    if (failure !== null) counts.set(failures[failure.code], (counts.get(failures[failure.code]) ?? 0) + 1);
  }
  return [...counts].map(([cause, count]) => ({ cause, count })).sort((a, b) => b.count - a.count);
}
