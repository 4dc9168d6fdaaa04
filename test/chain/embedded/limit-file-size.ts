import { execFileSync } from 'node:child_process';

/**
 * Limits the size of files that this process writes, as on a disk that fails there: neither new nor earlier
 * bytes beyond it can be written. On Linux.
 * @returns a function that removes the limit
 */
export function limitFileSize(bytes: number): () => void {
  const limit = (soft: number | 'unlimited') =>
    execFileSync('prlimit', [`--pid=${process.pid}`, `--fsize=${soft}:`]);
  limit(bytes);
  return () => limit('unlimited');
}
