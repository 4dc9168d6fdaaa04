import type { LocalPeer, PeerState } from '../../src/contract/local.ts';

interface StateWords {
  label: string;
  /** A colour of the theme. */
  color: string;
  explanation: string;
}

const words: Record<PeerState, StateWords> = {
  candidate: {
    label: 'Not tried yet',
    color: 'gray',
    explanation: 'No handshake with this node has succeeded so far.',
  },
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
  incompatible: {
    label: 'Incompatible',
    color: 'red',
    explanation: 'The versions are too far apart to exchange anything.',
  },
  unreachable: {
    label: 'Unreachable',
    color: 'orange',
    explanation: 'The last attempts to reach it failed.',
  },
  key_changed: {
    label: 'Key changed',
    color: 'red',
    explanation: 'It answers with another key than before and is not used until you accept it.',
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
