import type { PeerFailure } from '../../../contract/dashboard-api/peers.ts';
import { connectionFailures } from './connection-failures.ts';
import { failureMessages, type PeerFailureCode } from './failure-messages.ts';

interface PeerErrorDetails {
  /** The one thing to do about it, where it is not what the code says in general. */
  remedy?: string;
  /** `peer`: the node itself gave this reason, signed. */
  reportedBy?: PeerFailure['reported_by'];
  /** How long the other side asked to be left alone. */
  retryAfterMs?: number;
  /** With `clock_off`: the node's time minus this computer's. */
  clockOffsetMs?: number;
  /** With `key_changed`: the key that answered. */
  offeredKey?: string;
}

/** Why a node could not be asked, or its answer not be used; the message says what happened, for a person. */
export class PeerError extends Error {
  readonly code: PeerFailureCode;
  readonly details: PeerErrorDetails;

  constructor(code: PeerFailureCode, message?: string, details: PeerErrorDetails = {}) {
    super(message ?? failureMessages[code].message);
    this.name = 'PeerError';
    this.code = code;
    this.details = details;
  }

  /** The one thing to do about it. */
  get remedy(): string {
    return this.details.remedy ?? failureMessages[this.code].remedy;
  }
}

/** Turns what a connection failed with into a `PeerError`. */
export function fromConnectionError(error: unknown): PeerError {
  if (error instanceof PeerError) return error;
  // Several addresses tried: any one that answered something tells more than those that were silent.
  const causes: unknown[] = error instanceof AggregateError ? error.errors : [error];
  for (const cause of causes) {
    const { code, name } = (cause ?? {}) as NodeJS.ErrnoException;
    const match = connectionFailures.find(({ pattern }) => pattern.test(code ?? name ?? ''));
    if (match) {
      const { message, remedy } = { ...failureMessages[match.code], ...match };
      return new PeerError(match.code, message, { remedy });
    }
  }
  return new PeerError('unreachable');
}
