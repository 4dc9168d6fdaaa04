import type { UpdateFailure } from '../../src/contract/updates.ts';

/** Why a step of an update came to nothing. */
export class UpdateError extends Error {
  readonly reason: UpdateFailure;

  constructor(reason: UpdateFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UpdateError';
    this.reason = reason;
  }
}

/** What any failure of a step is called; `otherwise` where it does not say itself. */
export function failureOf(error: unknown, otherwise: UpdateFailure): UpdateFailure {
  if (error instanceof UpdateError) return error.reason;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOSPC' ? 'disk_full' : otherwise;
}
