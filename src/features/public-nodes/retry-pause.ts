import { message } from '../../core/messages/message.ts';
import { maxBackoffMs } from '../../platform/net/backoff.ts';

/** Message for an unexpected error. */
export const unexpectedErrorMessage = message('sharing.unexpected');

const firstPauseMs = 2_000;
export const longestPauseMs = 10 * 60_000;

/**
 * Returns the pause before the next attempt, in milliseconds.
 * @param askedForMs pause that the node requested, which is used when it is longer, up to an hour
 */
export const retryPauseMs = (failures: number, askedForMs = 0): number =>
  Math.max(
    Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 20)),
    Math.min(maxBackoffMs, askedForMs),
  );
