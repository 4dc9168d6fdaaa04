import { type InputError, type ProblemCode, problemDocument } from '../src/contract/problems.ts';

/**
 * `refused`: the node responded with a problem. `no_response`: the connection failed before the response was complete.
 * `not_understood`: the response does not match its schema.
 */
export type Failure = 'refused' | 'no_response' | 'not_understood';

interface Parts {
  failure: Failure;
  title: string;
  detail: string;
  code?: ProblemCode;
  reason?: string | undefined;
  params?: Record<string, unknown> | undefined;
  status?: number;
  requestId?: string;
  errors?: InputError[];
  members?: Record<string, unknown>;
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

/** A failed call; the client throws no other error except aborts. */
export class AlcoveError extends Error {
  readonly failure: Failure;
  readonly title: string;
  /** What happened and what to do. */
  readonly detail: string;
  /** The stable code of the problem document; null when no such document arrived. */
  readonly code: ProblemCode | null;
  /** The cause of this failure, as an id for texts in other languages; null if the node gave none. */
  readonly reason: string | null;
  /** The values of that text. */
  readonly params: Readonly<Record<string, unknown>>;
  /** HTTP status; null without a response. */
  readonly status: number | null;
  /** Request id, which the node's log contains, too. */
  readonly requestId: string | null;
  /** The invalid fields of the input, or of the response for `not_understood`. */
  readonly errors: readonly InputError[];
  /** Other members of the problem document, e.g. `current_size`. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Delay before another attempt, if the node sent one. */
  readonly retryAfterMs: number | null;

  constructor(parts: Parts) {
    super(`${parts.title}: ${parts.detail}`, { cause: parts.cause });
    this.name = 'AlcoveError';
    this.failure = parts.failure;
    this.title = parts.title;
    this.detail = parts.detail;
    this.code = parts.code ?? null;
    this.reason = parts.reason ?? null;
    this.params = parts.params ?? {};
    this.status = parts.status ?? null;
    this.requestId = parts.requestId ?? null;
    this.errors = parts.errors ?? [];
    this.members = parts.members ?? {};
    this.retryAfterMs = parts.retryAfterMs ?? null;
  }
}

/** Returns the error for a failed response, also without a problem document. */
export async function refusal(response: Response): Promise<AlcoveError> {
  const { status, headers } = response;
  const retryAfterMs = retryAfter(headers.get('Retry-After'));
  const requestId = headers.get('X-Request-Id');
  const document = problemDocument.safeParse(parseJson(await response.text().catch(() => '')));
  if (!document.success) {
    return new AlcoveError({
      failure: 'refused',
      title: 'The node refused this',
      detail: `It answered with HTTP ${status}.`,
      status,
      retryAfterMs,
      ...(requestId !== null && { requestId }),
    });
  }
  const {
    type: _,
    title,
    detail,
    status: __,
    code,
    reason,
    params,
    instance,
    errors,
    ...members
  } = document.data;
  return new AlcoveError({
    failure: 'refused',
    title,
    detail,
    code,
    reason,
    params,
    status,
    requestId: instance,
    members,
    retryAfterMs,
    ...(errors && { errors }),
  });
}

export const noResponse = (cause: unknown): AlcoveError =>
  new AlcoveError({
    failure: 'no_response',
    title: 'The node does not answer',
    detail: 'It may be starting, stopping or not running, or something between cut the connection.',
    cause,
  });

/** @param errors the fields of the response that do not match the schema */
export const notUnderstood = (status: number, errors: InputError[] = []): AlcoveError =>
  new AlcoveError({
    failure: 'not_understood',
    title: 'The node’s answer was not understood',
    detail: 'The node may be newer or older than this client.',
    status,
    errors,
  });

/** Parses JSON; undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the milliseconds of `Retry-After`: seconds, or a date (RFC 9110, section 10.2.3). */
function retryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
