import { NodeError } from '../core/node-error.ts';

/** Where a list goes on. A page of the list also knows up to which change it shows things. */
export interface ContentCursor {
  /** The page ends before this number; undefined in cursors of changes. */
  beforeNumber?: number;
  /** The newest change that is known. */
  sequence: number;
}

const pattern = /^(?:l([0-9a-z]{1,10})\.|c)([0-9a-z]{1,10})$/;
const digits = (value: number): string => value.toString(36);

export const writeCursor = ({ beforeNumber, sequence }: ContentCursor): string =>
  beforeNumber === undefined ? `c${digits(sequence)}` : `l${digits(beforeNumber)}.${digits(sequence)}`;

/**
 * @param newest the newest change of this node: what is beyond comes from another one, or from after a backup
 * @throws NodeError `invalid_request`
 */
export function readCursor(text: string, place: string, newest: number): ContentCursor {
  const [, number, sequence = ''] = pattern.exec(text) ?? [];
  const cursor = { sequence: Number.parseInt(sequence, 36) };
  if (sequence === '' || cursor.sequence > newest) throw notACursor(place);
  return number === undefined ? cursor : { ...cursor, beforeNumber: Number.parseInt(number, 36) };
}

/** @param place names it, e.g. `query.cursor` */
export const notACursor = (place: string): NodeError =>
  new NodeError('invalid_request', 'The cursor is not one that this node gave. Begin anew without it.', {
    errors: [{ path: place, message: 'is not a cursor' }],
  });
