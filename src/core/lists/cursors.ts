import { inputErrorAt } from '../messages/input-error.ts';
import { NodeError } from '../node-error.ts';

/** Returns the problem for a cursor that this node did not issue; `path` names the parameter. */
export const invalidCursor = (path = 'query.cursor', isUnknownHere = false): NodeError =>
  new NodeError('invalid_request', 'http.cursorInvalid', {
    errors: [inputErrorAt(path, 'http.isNotCursor')],
    isUnknownHere,
  });

/** Encodes the number below which the next page starts. */
export const writeNumberCursor = (number: number): string => number.toString(36);

/** Decodes a cursor; without one, a list starts at its newest entry. Throws NodeError `invalid_request`. */
export function readNumberCursor(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  const number = /^[0-9a-z]{1,11}$/.test(cursor) ? Number.parseInt(cursor, 36) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw invalidCursor();
  return number;
}
