import { message } from '../../../core/messages/message.ts';
import { PeerError } from '../../../platform/net/failures/peer-error.ts';

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
