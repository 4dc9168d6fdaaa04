import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** What is expensive to make and the same for every checkout of this user. */
export const cacheRoot = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'alcove');

/** The Node that everything but the set-up itself runs on, from the `node` dev dependency. */
export const pinnedNode = join(
  root,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** What starts the packed app on Linux, as electron-builder.yml names it. */
export const linuxExecutable = 'alcove-desktop';

/** What is given to others. */
export const release = join(root, 'release');
