import type { HandshakeProblem } from '../../../contract/node-api/peers.ts';
import {
  type FailureMessage,
  type PeerFailureCode,
  retriedAutomatically,
} from '../../../platform/net/failures/failure-messages.ts';
import { PeerError } from '../../../platform/net/failures/peer-error.ts';
import { isFresh } from '../handshake/handshake-time.ts';
import { clockOffError } from './clock-off.ts';

const publicHostMessage: FailureMessage = {
  message: 'The node does not accept the public address that this node gives for itself.',
  remedy: 'Check the setting node.public_host: it must be a bare address such as https://node.example.org.',
};

/** Reasons for a rejected handshake, by the code of the problem. */
const reasons: Record<string, FailureMessage & { code: PeerFailureCode }> = {
  public_host_required: { code: 'rejected', ...publicHostMessage },
  public_host_invalid: { code: 'rejected', ...publicHostMessage },
  invalid_request: {
    code: 'rejected',
    message: 'The node does not understand what this node says. Their versions may be too far apart.',
    remedy: 'Install the newest version of Alcove, and ask the node’s owner to do the same.',
  },
  invalid_signature: {
    code: 'rejected',
    message: 'What the node received was not what this node had signed. Something on the way may change it.',
    remedy: 'Check whether a proxy or a security program stands between this computer and the Internet.',
  },
  nonce_replayed: {
    code: 'rejected',
    message: 'The node received the same handshake twice. Something on the way may repeat requests.',
    remedy: retriedAutomatically,
  },
  rate_limited: {
    code: 'rate_limited',
    message: 'The node got too many requests and asks to be left alone for a while.',
    remedy: retriedAutomatically,
  },
  too_busy: {
    code: 'unreachable',
    message: 'The node is there, but has too much to do just now.',
    remedy: retriedAutomatically,
  },
  shutting_down: {
    code: 'unreachable',
    message: 'The node is just being shut down.',
    remedy: retriedAutomatically,
  },
  internal: {
    code: 'unreachable',
    message: 'The node has trouble of its own.',
    remedy: 'Tell the node’s owner, if it stays like this.',
  },
};

/**
 * Returns the error for a signed rejection.
 * @param now Unix milliseconds, by this computer's clock
 */
export function rejectionError(problem: HandshakeProblem, now: number): PeerError {
  const { timestamp } = problem;
  if (problem.code === 'stale_timestamp' && !isFresh(timestamp, now)) {
    return clockOffError(now, typeof timestamp === 'number' ? timestamp * 1000 : Date.parse(timestamp));
  }
  const reason = Object.hasOwn(reasons, problem.code) ? reasons[problem.code] : undefined;
  if (!reason) {
    const code = /^[a-z_]{1,64}$/.test(problem.code) ? problem.code : 'unknown';
    return new PeerError('rejected', `The node refused the handshake (${code}).`, { reportedBy: 'peer' });
  }
  const { code, message, remedy } = reason;
  return new PeerError(code, message, { remedy, reportedBy: 'peer' });
}
