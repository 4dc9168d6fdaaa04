import { chmodSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { writePrivateFile } from '../../core/data-folder/secrets.ts';
import { MessageError, message } from '../../core/messages/message.ts';

/** Another process uses the data folder. */
export class FolderInUseError extends MessageError {
  readonly pid: number | undefined;

  constructor(pid: number | undefined) {
    super(pid === undefined ? 'startup.folderInUse' : message('startup.folderInUseBy', { pid }));
    this.pid = pid;
  }
}

/**
 * Locks a data folder for this process. The operating system holds the lock, through an SQLite file, and releases it
 * when the process ends, so there is no stale lock to clean up.
 * @throws FolderInUseError
 */
export function lockFolder(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(dataDir, 0o700);
  const pidFile = join(dataDir, 'alcove.pid');
  const lock = takeLock(join(dataDir, 'alcove.lock'), pidFile);
  try {
    writePrivateFile(pidFile, `${process.pid}\n`);
  } catch (error) {
    lock.close();
    throw error;
  }
  return {
    release: () => {
      try {
        rmSync(pidFile, { force: true });
      } finally {
        lock.close();
      }
    },
  };
}

function takeLock(lockFile: string, pidFile: string): Database.Database {
  let lock: Database.Database | undefined;
  try {
    lock = new Database(lockFile, { timeout: 0 });
    chmodSync(lockFile, 0o600);
    return lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    lock?.close();
    const { code, message: error } = cause as Error & { code?: string };
    if (code === 'SQLITE_BUSY') throw new FolderInUseError(readPid(pidFile));
    throw new MessageError(message('startup.lockUnusable', { path: lockFile, error }), { cause });
  }
}

function readPid(path: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(path, 'utf8'), 10) || undefined;
  } catch {
    return undefined;
  }
}
