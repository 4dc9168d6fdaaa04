import { chmodSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { writePrivateFile } from '../core/secrets.ts';

/** Another process uses the data folder. */
export class FolderInUseError extends Error {
  readonly pid: number | undefined;

  constructor(pid: number | undefined) {
    super(`The data folder is in use by ${pid === undefined ? 'another process' : `the process ${pid}`}.`);
    this.pid = pid;
  }
}

/**
 * Holds a data folder for this process. The lock is one of the operating system's, taken through an
 * SQLite file: it ends with the process, however that ends, so there is no stale lock to clean up.
 * @throws FolderInUseError
 */
export function lockFolder(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(dataDir, 0o700);
  const pidFile = join(dataDir, 'alcove.pid');
  const lockFile = join(dataDir, 'alcove.lock');
  const lock = new Database(lockFile, { timeout: 0 });
  try {
    chmodSync(lockFile, 0o600);
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    throw new FolderInUseError(readPid(pidFile));
  }
  writePrivateFile(pidFile, `${process.pid}\n`);
  return {
    release: () => {
      rmSync(pidFile, { force: true });
      lock.close();
    },
  };
}

function readPid(path: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(path, 'utf8'), 10) || undefined;
  } catch {
    return undefined;
  }
}
