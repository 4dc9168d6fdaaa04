import { backoffMs } from '../../core/concurrency/backoff.ts';
import { message } from '../../core/messages/message.ts';
import { maxPeerBackoffMs } from '../../platform/net/peer-backoff.ts';

/** Message for an unexpected error. */
export const unexpectedErrorMessage = message('sharing.unexpected');

const firstPauseMs = 2_000;
export const longestPauseMs = 10 * 60_000;

/**
 * Returns the pause before the next attempt, in milliseconds.
 * @param askedForMs pause that the node requested, which is used when it is longer, up to an hour
 */
export const retryPauseMs = (failures: number, askedForMs = 0): number =>
  Math.max(backoffMs(failures, firstPauseMs, longestPauseMs), Math.min(maxPeerBackoffMs, askedForMs));
