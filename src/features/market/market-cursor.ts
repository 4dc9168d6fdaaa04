import * as z from 'zod';
import { invalidCursor } from '../../core/lists/cursors.ts';

const integer = z
  .string()
  .regex(/^\d{1,19}$/)
  .transform(BigInt);

/** Encodes the position after which a list of the market continues; `first` and `second` are its sort keys. */
export const writeCursor = (first: bigint | number, second: string | number): string =>
  Buffer.from(`${first}.${second}`).toString('base64url');

/**
 * Decodes a cursor of `writeCursor`.
 * @throws NodeError `invalid_request`
 */
export function readCursor(text: string): { first: bigint; second: string } {
  const [first, ...rest] = Buffer.from(text, 'base64url').toString().split('.');
  const read = integer.safeParse(first);
  if (!read.success) throw invalidCursor();
  return { first: read.data, second: rest.join('.') };
}
