/** Of the system, and of the database, which needs room for its log to open at all. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE']);

/** The disk that holds the data folder is full. */
class FullDiskError extends Error {
  constructor(cause: unknown) {
    super(
      'The disk that holds the data folder is full, so the node cannot start. Free some space there, a few megabytes are enough, and start again. Everything stored is still there.',
      { cause },
    );
  }
}

/** Throws an error on, in words where it means, or was caused by, a full disk. */
export function throwFullDiskInWords(error: unknown): never {
  const causes = error instanceof Error ? [error, error.cause] : [];
  const isFull = causes.some((cause) => fullCodes.has((cause as { code?: string } | undefined)?.code ?? ''));
  throw isFull ? new FullDiskError(error) : error;
}
