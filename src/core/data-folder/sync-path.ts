import { closeSync, fsyncSync, openSync } from 'node:fs';

/**
 * Syncs a file (`r+`) or the names in a folder (`r`). Windows has no call for a folder, and its file system journals
 * file names.
 */
export function syncPath(path: string, flags: 'r' | 'r+'): void {
  if (flags === 'r' && process.platform === 'win32') return;
  const fd = openSync(path, flags);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
