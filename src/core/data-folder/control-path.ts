import { createHash } from 'node:crypto';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';

/** Longest path of a socket that every system takes. */
const longestSocketPath = 100;

/**
 * Where the process that has a data folder listens for commands: a socket in the folder (0700), a named
 * pipe on Windows; for a very long folder name, a folder of this user's among the temporary files.
 */
export function controlPath(dataDir: string): string {
  const folder = resolve(dataDir);
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  if (process.platform === 'win32') return `\\\\.\\pipe\\alcove-${name}`;
  const path = join(folder, 'control.sock');
  if (Buffer.byteLength(path) <= longestSocketPath) return path;
  return join(tmpdir(), `alcove-${userInfo().uid}`, `${name.slice(0, 16)}.sock`);
}
