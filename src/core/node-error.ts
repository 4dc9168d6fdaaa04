import type { ConstantMessageId, Message } from '../contract/messages/message.ts';
import type { InputError, ProblemCode } from '../contract/problems.ts';
import { MessageError } from './messages/message.ts';

export interface NodeErrorDetails {
  errors?: InputError[];
  /** Further members of the problem document, e.g. `current_size`. */
  members?: Record<string, string | number>;
  /** Response headers, e.g. `Retry-After`. */
  headers?: Record<string, string>;
  cause?: unknown;
  /** Whether another replica may know what is not found here. */
  isUnknownHere?: boolean;
}

/** The error that services throw intentionally; `http` maps its code to a problem document. */
export class NodeError extends MessageError {
  readonly code: ProblemCode;
  readonly details: NodeErrorDetails;

  /** @param text cause and remedy for the caller, so without paths or secrets. */
  constructor(code: ProblemCode, text: ConstantMessageId | Message, details: NodeErrorDetails = {}) {
    super(text, { cause: details.cause });
    this.code = code;
    this.details = details;
  }
}

/** A database or bucket on another computer does not respond. Clients receive 503 with `Retry-After`. */
export class StorageUnavailableError extends NodeError {
  /** Whether what was to be written may have been written. */
  readonly isOutcomeUnknown: boolean = false;

  constructor(cause: unknown) {
    super('too_busy', 'storage.unreachable', { cause, headers: { 'Retry-After': '5' } });
  }
}

/**
 * Creates the error for what a node that stops does not finish. Another replica, or the restarted node, takes the next
 * attempt.
 */
export const shuttingDown = (text: ConstantMessageId = 'http.shuttingDown'): NodeError =>
  new NodeError('shutting_down', text, { headers: { 'Retry-After': '5' } });

/** Creates the error for what a node with several replicas cannot do yet. */
export const notOnReplica = (): NodeError => new NodeError('not_implemented', 'http.notOnReplica');
