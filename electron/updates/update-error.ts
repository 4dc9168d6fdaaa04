import type { UpdateFailure } from '../../src/contract/shell/updates.ts';

/** A failed update, with the reason that the page explains. */
export class UpdateError extends Error {
  readonly reason: UpdateFailure;

  constructor(reason: UpdateFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UpdateError';
    this.reason = reason;
  }
}

/** Returns the reason of a failure, or `fallback` if it has none. */
export function failureOf(error: unknown, fallback: UpdateFailure): UpdateFailure {
  if (error instanceof UpdateError) return error.reason;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOSPC' ? 'disk_full' : fallback;
}
