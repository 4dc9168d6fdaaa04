import type { PeerFailure } from '../../../contract/dashboard-api/peers.ts';
import type { ConstantMessageId, Message } from '../../../contract/messages/message.ts';
import { MessageError, message, toMessage } from '../../../core/messages/message.ts';
import { connectionFailures } from './connection-failures.ts';
import { failureMessages, type PeerFailureCode } from './failure-messages.ts';

interface PeerErrorDetails {
  /** The remedy, if it differs from the general one of the code. */
  remedy?: ConstantMessageId | Message;
  /** `peer`: the node itself gave this reason in a signed response. */
  reportedBy?: PeerFailure['reported_by'];
  /** Pause that the other node requested. */
  retryAfterMs?: number;
  /** With `clock_off`: the node's time minus this computer's. */
  clockOffsetMs?: number;
  /** With `key_changed`: the key that was offered. */
  offeredKey?: string;
}

/** A node could not be reached, or its response was unusable; the message is for the user. */
export class PeerError extends MessageError {
  readonly code: PeerFailureCode;
  readonly details: PeerErrorDetails;

  constructor(code: PeerFailureCode, text?: ConstantMessageId | Message, details: PeerErrorDetails = {}) {
    super(text ?? failureMessages[code].message);
    this.code = code;
    this.details = details;
  }

  get remedy(): Message {
    return toMessage(this.details.remedy ?? failureMessages[this.code].remedy);
  }

  get explanation(): Message {
    return message('general.both', { first: this.text, second: this.remedy });
  }
}

/** Returns the failure that an error of a connection means; `unreachable` for an unknown one. */
export function fromConnectionError(error: unknown): PeerError {
  if (error instanceof PeerError) return error;
  // If several addresses were tried, an error response is more informative than a timeout.
  const causes: unknown[] = error instanceof AggregateError ? error.errors : [error];
  for (const cause of causes) {
    const { code, name } = (cause ?? {}) as NodeJS.ErrnoException;
    const match = connectionFailures.find(([pattern]) => pattern.test(code ?? name ?? ''));
    if (match) {
      const [, failure, text, remedy = failureMessages[failure].remedy] = match;
      return new PeerError(failure, text, { remedy });
    }
  }
  return new PeerError('unreachable');
}
