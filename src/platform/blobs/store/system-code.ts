/** Returns the error code of a failed system call, e.g. `ENOENT`. */
export const systemCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Codes of the system, and of a SQLite database on the same disk. */
const fullDiskCodes = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);

/** Whether a disk without space, or a used up quota, caused the error. */
export const isDiskFull = (error: unknown): boolean => fullDiskCodes.has(systemCode(error) ?? '');
