import { NodeError } from '../../../core/node-error.ts';
import { isDiskFull, systemCode } from './system-code.ts';

export const insufficientStorage = (cause?: unknown): NodeError =>
  new NodeError('insufficient_storage', 'storage.diskFull', { cause });

export const damaged = (cause?: unknown): NodeError =>
  new NodeError('content_damaged', 'storage.damaged', { cause });

/** Converts a full disk to the problem for the client; returns any other error unchanged. */
export const asWriteError = (error: unknown): unknown =>
  isDiskFull(error) ? insufficientStorage(error) : error;

/** Rejects with the problem for the client of a failed write. */
export const rejectWriteError = (error: unknown): Promise<never> => Promise.reject(asWriteError(error));

/** Converts a missing file or an unreadable sector to the problem for the client. */
export function asReadError(error: unknown): unknown {
  if (systemCode(error) === 'EIO') return damaged(error);
  if (systemCode(error) !== 'ENOENT') return error;
  return new NodeError('content_not_found', 'storage.fileMissing', { cause: error });
}

/** Runs a write and converts its error with `asWriteError`. */
export function asWrite<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw asWriteError(error);
  }
}
