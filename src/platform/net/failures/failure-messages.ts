import type { PeerFailure } from '../../../contract/dashboard-api/peers.ts';

export type PeerFailureCode = PeerFailure['code'];

/** Cause and remedy, for users without networking knowledge. */
export interface FailureMessage {
  message: string;
  remedy: string;
}

export const retriedAutomatically = 'Nothing needs to be done now: it is tried again by itself.';

/** Messages used when no more specific one is known. */
export const failureMessages: Record<PeerFailureCode, FailureMessage> = {
  name_not_found: {
    message: 'There is no computer with this name.',
    remedy: 'Check the spelling of the address.',
  },
  refused: {
    message: 'The computer at this address is there, but no node answers on that port.',
    remedy: 'Check the port in the address. If it is right, ask the node’s owner to start it.',
  },
  timeout: {
    message: 'The node did not answer in time. It may be switched off or behind a firewall.',
    remedy: `${retriedAutomatically} If it stays like this, ask the node’s owner.`,
  },
  tls: {
    message: 'No secure connection could be made to this address.',
    remedy: 'Ask the node’s owner to check its certificate.',
  },
  address_not_allowed: {
    message:
      'Another node named this one, but its address is not on the public Internet, so it is not contacted.',
    remedy:
      'If you know this node and trust it, add its address yourself, or allow local addresses in the settings.',
  },
  not_a_node: {
    message: 'Something answers at this address, but it is not a node of this kind.',
    remedy: 'Check the address: its port, and whether it begins with http:// or https://.',
  },
  clock_off: {
    message: 'This computer’s clock and the node’s clock differ too much.',
    remedy: 'Set this computer’s date and time, best by itself from the Internet.',
  },
  rate_limited: {
    message: 'The node got too many requests and asks to be left alone for a while.',
    remedy: retriedAutomatically,
  },
  rejected: {
    message: 'The node refused the handshake.',
    remedy: 'Install the newest version of Alcove. If that does not help, ask the node’s owner.',
  },
  invalid_answer: {
    message: 'The node’s answer could not be verified, so it is not used.',
    remedy: 'Tell the node’s owner, or remove the node from the list.',
  },
  key_changed: {
    message:
      'The node answers with another key than before. It may have been set up anew, or be another one.',
    remedy: 'Ask its owner whether the key was changed. Only if so, accept the new key.',
  },
  version: {
    message: 'The node runs a version that this one cannot work with.',
    remedy: 'Install the newest version of Alcove.',
  },
  self: {
    message: 'This is the address of this very node.',
    remedy: 'Remove it from the list.',
  },
  unreachable: {
    message: 'The node could not be reached.',
    remedy: 'Check this computer’s connection to the Internet. The node is tried again by itself.',
  },
};
