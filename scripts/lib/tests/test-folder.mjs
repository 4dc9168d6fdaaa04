import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system in memory on Linux. */
const memory = '/dev/shm';
const neededBytes = 8 * 1024 ** 3;

/**
 * Returns a folder for the files of tests, which is removed at the end. It is in memory where there is room: many tests
 * at once wait for the disk that confirms their writes.
 */
export function testFolder() {
  const folder = mkdtempSync(join(hasRoom() ? memory : tmpdir(), 'alcove-tests-'));
  // PostgreSQL, which refuses to run as root, has a folder in it.
  chmodSync(folder, 0o711);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function hasRoom() {
  if (process.platform !== 'linux' || !existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= neededBytes;
}
