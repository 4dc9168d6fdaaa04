import { NodeError } from './node-error.ts';

/** A database or bucket on another computer does not respond. Clients receive 503 with `Retry-After`. */
export class StorageUnavailableError extends NodeError {
  constructor(cause: unknown) {
    super('too_busy', 'storage.unreachable', { cause, headers: { 'Retry-After': '5' } });
  }
}
