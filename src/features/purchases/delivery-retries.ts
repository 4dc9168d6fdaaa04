import { NodeError } from '../../core/node-error.ts';

const finalCodes = new Set(['key_invalid', 'blocked', 'payload_too_large']);

/** Returns whether retries are useless after an error. */
export const isFinalFailure = (error: unknown): boolean =>
  error instanceof NodeError && finalCodes.has(error.code);

const lostCodes = new Set(['content_not_found', 'peer_unreachable', 'peer_content_invalid']);

/** Returns whether nobody sends a content now. */
export const isLost = (error: unknown): boolean => error instanceof NodeError && lostCodes.has(error.code);
