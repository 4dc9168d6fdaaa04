import { DatabaseError } from 'pg';
import { NodeError } from '../../core/node-error.ts';

/**
 * The server cannot be reached, stops, or did not answer in time. A command that failed with it may have been
 * committed, if the connection was lost during the commit. Clients receive 503 with `Retry-After`.
 */
export class DatabaseUnavailableError extends NodeError {
  constructor(cause: unknown) {
    super('too_busy', 'storage.unreachable', { cause, headers: { 'Retry-After': '5' } });
    this.name = 'DatabaseUnavailableError';
  }
}

/** SQLSTATE of: connection lost, too many connections, timeout of a statement or of idling, stopped, starting. */
const unavailable = /^(08|53300|57014|25P03|57P0[1235])/;

/** SQLSTATE of transactions that the server rolled back because of others; the same transaction may succeed next time. */
const conflicts: readonly (string | undefined)[] = ['40001', '40P01'];

/** Returns the error of a call of `pg` for callers: errors that are no answer of the server mean that it is unavailable. */
export function databaseErrorOf(error: unknown): unknown {
  if (error instanceof DatabaseError && !unavailable.test(error.code ?? '')) return error;
  return new DatabaseUnavailableError(error);
}

export const isConflict = (error: unknown): boolean =>
  error instanceof DatabaseError && conflicts.includes(error.code);
