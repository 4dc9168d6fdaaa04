import type * as z from 'zod';
import { type ErrorCode, type InputError, problemDocument } from '../../src/contract/errors.ts';

interface CallErrorParts {
  title: string;
  detail: string;
  code?: ErrorCode;
  status?: number;
  requestId?: string;
  errors?: InputError[];
}

/** A call to the node that failed, told in words for a person. */
export class CallError extends Error {
  readonly title: string;
  readonly detail: string;
  /** The stable code of the problem document; null when no such document arrived. */
  readonly code: ErrorCode | null;
  readonly status: number | null;
  readonly requestId: string | null;
  readonly errors: InputError[];

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

/** Reads the body of a failed answer; a body that is no problem document still gives a usable error. */
export function callErrorFrom(status: number, body: string): CallError {
  const document = problemDocument.safeParse(parseJson(body));
  if (!document.success) {
    return new CallError({
      title: 'The node refused this',
      detail: `It answered with HTTP ${status}.`,
      status,
    });
  }
  const { title, detail, code, instance, errors } = document.data;
  return new CallError({ title, detail, code, status, requestId: instance, ...(errors && { errors }) });
}

/** The connection failed before an answer was complete. */
export function noAnswer(): CallError {
  return new CallError({
    title: 'The node does not answer',
    detail: 'It may be starting, stopping or not running. The dashboard keeps trying to reach it.',
  });
}

/** The answer does not have the agreed shape; `mismatch` says where, for whoever gets the report. */
export function notUnderstood(mismatch: z.ZodError): CallError {
  return new CallError({
    title: 'The node’s answer was not understood',
    detail: 'The dashboard may be older than the node: reload it.',
    errors: mismatch.issues.slice(0, 3).map(({ path, message }) => ({ path: path.join('.'), message })),
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
