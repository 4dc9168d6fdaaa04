import { AlcoveError } from '@alcove/client';
import type { ErrorCode, InputError } from '../../src/contract/errors.ts';

interface CallErrorParts {
  title: string;
  detail: string;
  code?: ErrorCode | null;
  status?: number | null;
  requestId?: string | null;
  errors?: readonly InputError[];
}

/** A call to the node that failed, told in words for a person. */
export class CallError extends Error {
  readonly title: string;
  readonly detail: string;
  /** The stable code of the problem document; null when no such document arrived. */
  readonly code: ErrorCode | null;
  readonly status: number | null;
  readonly requestId: string | null;
  readonly errors: readonly InputError[];

  constructor(parts: CallErrorParts) {
    super(`${parts.title}: ${parts.detail}`);
    this.name = 'CallError';
    this.title = parts.title;
    this.detail = parts.detail;
    this.code = parts.code ?? null;
    this.status = parts.status ?? null;
    this.requestId = parts.requestId ?? null;
    this.errors = parts.errors ?? [];
  }
}

/** What a call of the client threw, in words for a person; undefined for an abort. */
export function callErrorFrom(error: unknown): CallError | undefined {
  if (!(error instanceof AlcoveError)) return undefined;
  switch (error.failure) {
    case 'no_answer':
      return noAnswer();
    case 'not_understood':
      return notUnderstood(error.errors);
    case 'refused': {
      const { title, detail, code, status, requestId, errors } = error;
      return new CallError({ title, detail, code, status, requestId, errors });
    }
  }
}

/** The connection failed before an answer was complete. */
export function noAnswer(): CallError {
  return new CallError({
    title: 'The node does not answer',
    detail: 'It may be starting, stopping or not running. The dashboard keeps trying to reach it.',
  });
}

/** The answer does not have the agreed shape; `errors` says where, for whoever gets the report. */
function notUnderstood(errors: readonly InputError[]): CallError {
  return new CallError({
    title: 'The node’s answer was not understood',
    detail: 'The dashboard may be older than the node: reload it.',
    errors,
  });
}

/** Any thrown value as a `CallError`. */
export function toCallError(error: unknown): CallError {
  return error instanceof CallError ? error : noAnswer();
}

/** The value of a JSON text, or undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
