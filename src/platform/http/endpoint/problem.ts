import { type ProblemDocument, problems } from '../../../contract/problems.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';

export interface Problem {
  document: ProblemDocument;
  headers: Record<string, string>;
}

/**
 * Converts an error to a problem document (RFC 9457). Any error but a `NodeError` becomes a 500 without details: its
 * text may contain paths, SQL or secrets, so it is only logged, with the same request id.
 */
export function toProblem(error: unknown, instance: string): Problem {
  const known =
    error instanceof NodeError
      ? error
      : new NodeError('internal', message('http.internal', { request: instance }));
  const { status, title } = problems[known.code];
  const { errors, members, headers } = known.details;
  return {
    document: {
      type: `urn:alcove:problem:${known.code}`,
      title,
      status,
      detail: known.message,
      reason: known.text.reason,
      params: known.text.params,
      code: known.code,
      instance,
      ...(errors ? { errors } : {}),
      ...members,
    },
    headers: {
      ...(status === 401 ? { 'WWW-Authenticate': 'Bearer realm="alcove"' } : {}),
      ...headers,
    },
  };
}
