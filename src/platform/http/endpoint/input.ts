import type * as z from 'zod';
import { inputErrorAt } from '../../../core/messages/input-error.ts';
import { message, messageOfIssue } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';

/**
 * Validates one part of a request by its schema. The schemas return ids of messages, zod itself English texts.
 * @param part names it in problems: `body`, `query` …
 * @throws NodeError `invalid_request` naming every invalid path
 */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown, part: string): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const places = result.error.issues.slice(0, 20).map((issue) => ({
    path: [part, ...issue.path.map(String)].join('.'),
    problem: messageOfIssue(issue.message),
  }));
  const { path, problem } = places[0] as (typeof places)[number];
  throw new NodeError('invalid_request', message('http.inputInvalid', { path, problem }), {
    errors: places.map((place) => inputErrorAt(place.path, place.problem)),
  });
}
