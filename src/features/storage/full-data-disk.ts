import { MessageError } from '../../core/messages/message.ts';

/** Error codes of a full disk, from the system and from SQLite, which needs space for its log to open a database. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE']);

/** Reports that the disk with the data folder is full. */
class FullDiskError extends MessageError {
  constructor(cause: unknown) {
    super('storage.dataDiskFull', { cause });
  }
}

/** Rethrows an error, as a FullDiskError where a full disk caused it. */
export function rethrowFullDisk(error: unknown): never {
  const causes = error instanceof Error ? [error, error.cause] : [];
  const isFull = causes.some((cause) => fullCodes.has((cause as { code?: string } | undefined)?.code ?? ''));
  throw isFull ? new FullDiskError(error) : error;
}
