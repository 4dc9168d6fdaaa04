import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** The cache that all checkouts of this user share, for results that take long to produce. */
export const cacheRoot = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'alcove');

/** The Node for everything except the set-up itself, from the `node` dev dependency. */
export const pinnedNode = join(
  root,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** The executable of the packed app on Linux, named in electron-builder.yml. */
export const linuxExecutable = 'alcove-desktop';

/** The folder of release files. */
export const release = join(root, 'release');
