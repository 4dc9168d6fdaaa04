import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** A folder on another disk than that of temporary files; undefined if this computer has none. */
export const otherDisk = ['/dev/shm', '/var/tmp'].find(
  (folder) => deviceOf(folder) !== undefined && deviceOf(folder) !== deviceOf(tmpdir()),
);

function deviceOf(folder: string): number | undefined {
  return statSync(folder, { throwIfNoEntry: false })?.dev;
}
