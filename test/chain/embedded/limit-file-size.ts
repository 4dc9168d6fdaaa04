import { execFileSync } from 'node:child_process';

/**
 * This process writes nothing behind so many bytes of a file, as on a disk that fails there: neither new bytes nor
 * those that were there before. On Linux.
 * @returns a function that ends this
 */
export function limitFileSize(bytes: number): () => void {
  const limit = (soft: number | 'unlimited') =>
    execFileSync('prlimit', [`--pid=${process.pid}`, `--fsize=${soft}:`]);
  limit(bytes);
  return () => limit('unlimited');
}
