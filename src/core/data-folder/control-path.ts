import { createHash } from 'node:crypto';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';

/** Maximum length of a socket path on all systems. */
const longestSocketPath = 100;

/**
 * Returns the address of the control socket of a data folder: a socket in the folder (0700), a named pipe on Windows;
 * for a very long folder name, a private folder of this user in the temporary folder.
 */
export function controlPath(dataDir: string): string {
  const folder = resolve(dataDir);
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  if (process.platform === 'win32') return `\\\\.\\pipe\\alcove-${name}`;
  const path = join(folder, 'control.sock');
  if (Buffer.byteLength(path) <= longestSocketPath) return path;
  return join(tmpdir(), `alcove-${userInfo().uid}`, `${name.slice(0, 16)}.sock`);
}
