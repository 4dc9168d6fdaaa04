import * as z from 'zod';
import { NodeError } from '../../core/node-error.ts';

const integer = z
  .string()
  .regex(/^\d{1,19}$/)
  .transform(BigInt);

/** Where a list of the market goes on, as text; `first` and `second` are what it is ordered by. */
export const writeCursor = (first: bigint | number, second: string | number): string =>
  Buffer.from(`${first}.${second}`).toString('base64url');

/** @throws NodeError `invalid_request` */
export function readCursor(text: string): { first: bigint; second: string } {
  const [first, ...rest] = Buffer.from(text, 'base64url').toString('latin1').split('.');
  const read = integer.safeParse(first);
  if (!read.success) throw notACursor();
  return { first: read.data, second: rest.join('.') };
}

export const notACursor = (): NodeError =>
  new NodeError('invalid_request', 'The cursor is not one that this node gave. Begin anew without it.', {
    errors: [{ path: 'query.cursor', message: 'is not a cursor' }],
  });
