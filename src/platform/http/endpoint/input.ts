import type * as z from 'zod';
import { inputErrorAt } from '../../../core/messages/input-error.ts';
import { NodeError } from '../../../core/node-error.ts';

/**
 * Validates one part of a request by its schema. The schemas give ids of messages, zod gives English texts.
 * @param part names it in problems: `body`, `query` …
 * @throws NodeError `invalid_request` naming every invalid path
 */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown, part: string): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = result.error.issues
    .slice(0, 20)
    .map((issue) => inputErrorAt([part, ...issue.path.map(String)].join('.'), issue.message));
  throw new NodeError(
    'invalid_request',
    `The ${part} of the request is not valid: ${errors[0]?.path} ${errors[0]?.message}`,
    { errors },
  );
}

/** @throws NodeError `invalid_request` when the text is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NodeError('invalid_request', 'The body is not valid JSON.', {
      errors: [{ path: 'body', message: 'is not valid JSON' }],
    });
  }
}
