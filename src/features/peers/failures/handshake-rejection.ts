import type { HandshakeProblem } from '../../../contract/node-api/peers.ts';
import { message } from '../../../core/messages/message.ts';
import type { FailureMessage, PeerFailureCode } from '../../../platform/net/failures/failure-messages.ts';
import { PeerError } from '../../../platform/net/failures/peer-error.ts';
import { isFresh } from '../handshake/handshake-freshness.ts';

const publicHostMessage: FailureMessage = {
  message: 'peers.publicHostRefused',
  remedy: 'peers.publicHostRefusedRemedy',
};

/** Reasons for a rejected handshake, by the code of the problem. */
const reasons: Record<string, FailureMessage & { code: PeerFailureCode }> = {
  public_host_required: { code: 'rejected', ...publicHostMessage },
  public_host_invalid: { code: 'rejected', ...publicHostMessage },
  invalid_request: {
    code: 'rejected',
    message: 'peers.requestRefused',
    remedy: 'peers.requestRefusedRemedy',
  },
  invalid_signature: {
    code: 'rejected',
    message: 'peers.signatureRefused',
    remedy: 'peers.signatureRefusedRemedy',
  },
  nonce_replayed: { code: 'rejected', message: 'peers.repeatedHandshake', remedy: 'peers.retried' },
  rate_limited: { code: 'rate_limited', message: 'peers.rateLimited', remedy: 'peers.retried' },
  too_busy: { code: 'unreachable', message: 'peers.busy', remedy: 'peers.retried' },
  shutting_down: { code: 'unreachable', message: 'peers.shuttingDown', remedy: 'peers.retried' },
  internal: { code: 'unreachable', message: 'peers.internalError', remedy: 'peers.internalErrorRemedy' },
};

/** Returns the error for a signed rejection. `now`: Unix milliseconds, by this computer's clock. */
export function rejectionError(problem: HandshakeProblem, now: number): PeerError {
  const { timestamp } = problem;
  if (problem.code === 'stale_timestamp' && !isFresh(timestamp, now)) {
    return clockOffError(now, typeof timestamp === 'number' ? timestamp * 1000 : Date.parse(timestamp));
  }
  const reason = Object.hasOwn(reasons, problem.code) ? reasons[problem.code] : undefined;
  if (!reason) {
    const code = /^[a-z_]{1,64}$/.test(problem.code) ? problem.code : 'unknown';
    return new PeerError('rejected', message('peers.rejectedFor', { code }), { reportedBy: 'peer' });
  }
  const { code, message: text, remedy } = reason;
  return new PeerError(code, text, { remedy, reportedBy: 'peer' });
}

/** Returns the error for different clocks of this computer and another node; times in milliseconds. */
export function clockOffError(ownTime: number, peerTime: number): PeerError {
  const difference = Math.abs(ownTime - peerTime);
  return new PeerError(
    'clock_off',
    message(ownTime < peerTime ? 'peers.clockBehind' : 'peers.clockAhead', { difference }),
    {
      remedy: 'peers.clockDifferenceRemedy',
      reportedBy: 'peer',
      clockOffsetMs: peerTime - ownTime,
    },
  );
}
