import { PeerError } from '../../../platform/net/failures/peer-error.ts';

/** Formats a duration: in minutes, from two hours on in hours, from two days on in days. */
export function formatDuration(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  const [size, unit] =
    minutes < 120
      ? [minutes, 'minute']
      : minutes < 48 * 60
        ? [Math.round(minutes / 60), 'hour']
        : [Math.round(minutes / 1440), 'day'];
  return `${size} ${unit}${size === 1 ? '' : 's'}`;
}

/** Returns the error for different clocks of this computer and another node; times in milliseconds. */
export function clockOffError(ownTime: number, peerTime: number): PeerError {
  const direction = ownTime < peerTime ? 'behind' : 'ahead of';
  return new PeerError(
    'clock_off',
    `This computer’s clock is ${formatDuration(ownTime - peerTime)} ${direction} the node’s.`,
    {
      remedy:
        'Check this computer’s date, time and time zone. If they are right, the node’s owner should check theirs.',
      reportedBy: 'peer',
      clockOffsetMs: peerTime - ownTime,
    },
  );
}
