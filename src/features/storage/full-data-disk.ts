import { MessageError } from '../../core/messages/message.ts';
import { isDiskFull, systemCode } from '../../platform/blobs/store/system-code.ts';

/** SQLite's code of a full disk while it opens a database, because its log needs space. */
const noSpaceForLog = 'SQLITE_IOERR_SHMSIZE';

/** Reports that the disk with the data folder is full. */
class FullDiskError extends MessageError {
  constructor(cause: unknown) {
    super('storage.dataDiskFull', { cause });
  }
}

/** Rethrows an error, as a FullDiskError where a full disk caused it. */
export function rethrowFullDisk(error: unknown): never {
  const causes = error instanceof Error ? [error, error.cause] : [];
  const isFull = causes.some((cause) => isDiskFull(cause) || systemCode(cause) === noSpaceForLog);
  throw isFull ? new FullDiskError(error) : error;
}
