import { DatabaseError } from 'pg';
import { StorageUnavailableError } from '../../core/node-error.ts';

/**
 * The server cannot be reached, stops, or did not respond in time. A transaction was not committed, unless the error is
 * an `OutcomeUnknownError`; whether a single statement outside a transaction took effect is unknown.
 */
export class DatabaseUnavailableError extends StorageUnavailableError {}

/** The transaction may have been committed. */
export class OutcomeUnknownError extends DatabaseUnavailableError {
  override readonly isOutcomeUnknown = true;
}

/**
 * SQLSTATE of: connection lost, too many connections, timeout of a statement or of idling, stopped, starting, and a
 * standby, which only reads.
 */
const unavailable = /^(08|53300|57014|25P03|25006|57P0[1235])/;

/** SQLSTATE of transactions that the server rolled back because of others; the same transaction may succeed next time. */
const conflicts: readonly (string | undefined)[] = ['40001', '40P01'];

/** Returns the error of a call of `pg` for callers: errors that are no response of the server mean that it is unavailable. */
export function databaseErrorOf(error: unknown): unknown {
  if (error instanceof DatabaseError && !unavailable.test(error.code ?? '')) return error;
  return new DatabaseUnavailableError(error);
}

export const isConflict = (error: unknown): boolean =>
  error instanceof DatabaseError && conflicts.includes(error.code);
