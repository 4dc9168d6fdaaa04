/** Codes of the system and of SQLite, which needs space for its log to open a database. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE']);

/** Reports that the disk with the data folder is full. */
class FullDiskError extends Error {
  constructor(cause: unknown) {
    super(
      'The disk that holds the data folder is full, so the node cannot start. Free some space there, a few megabytes are enough, and start again. Everything stored is still there.',
      { cause },
    );
  }
}

/** Rethrows an error, as a FullDiskError where a full disk caused it. */
export function rethrowFullDisk(error: unknown): never {
  const causes = error instanceof Error ? [error, error.cause] : [];
  const isFull = causes.some((cause) => fullCodes.has((cause as { code?: string } | undefined)?.code ?? ''));
  throw isFull ? new FullDiskError(error) : error;
}
