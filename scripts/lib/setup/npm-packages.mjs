import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetUpError, timed } from '../console.mjs';
import { root } from '../paths.mjs';
import { npm } from '../run.mjs';
import { pinnedNodeReady, placePinnedNode } from './pinned-node.mjs';

const stampFile = join(root, 'node_modules/.alcove-set-up');
const unfinishedFile = join(root, 'node_modules/.alcove-unfinished');

/** Returns whether node_modules matches the lock file, by the stamp of the last set-up. */
export function npmPackagesReady() {
  return pinnedNodeReady() && readText(stampFile) === lockHash();
}

/** Installs the npm packages of the lock file, including the pinned Node. */
export async function installNpmPackages() {
  if (existsSync(unfinishedFile) || !installedAsLocked()) {
    const fresh = beginInstall();
    await timed('installing npm packages (about a minute)', () => install({ onPinnedNode: !fresh }));
    if (!pinnedNodeReady()) await placeNode();
    // npm omits optional packages that do not support the current Node, such as binaries of newer tools.
    if (fresh) await timed('completing them for the pinned Node', () => install({ onPinnedNode: true }));
    rmSync(unfinishedFile);
  }
  if (!pinnedNodeReady()) await placeNode();
  // Not written in place, because a copy of node_modules may consist of hard links.
  rmSync(stampFile, { force: true });
  writeFileSync(stampFile, lockHash());
}

/** Returns whether the pinned Node is missing; removes the result of an interrupted installation first. */
function beginInstall() {
  const modules = join(root, 'node_modules');
  if (existsSync(unfinishedFile)) rmSync(modules, { recursive: true, force: true });
  mkdirSync(modules, { recursive: true });
  writeFileSync(unfinishedFile, '');
  return !pinnedNodeReady();
}

/**
 * Installs the packages without `npm ci`, which refuses a lock file without the optional packages of another platform.
 * `npm install --no-save` uses the versions of the lock file and does not change it.
 */
async function install(options) {
  try {
    // No package may run scripts; npm 10 would also compile better-sqlite3.
    await npm(['install', '--ignore-scripts', '--no-save', '--no-audit', '--no-fund'], options);
  } catch (error) {
    throw new SetUpError(
      `npm could not install the packages. ${error.message}`,
      'check that the npm registry can be reached (npm ping) and that the disk has 2 GB free, and start again.',
    );
  }
}

/** Installs the pinned Node, and lets npm create its command if it is missing. */
async function placeNode() {
  await placePinnedNode();
  const command = join(root, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  if (!existsSync(command)) await npm(['rebuild', 'node', '--ignore-scripts']);
}

function lockHash() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  return hash.update(`${process.platform} ${process.arch}`).digest('hex');
}

/**
 * Returns whether npm's own record of node_modules matches the lock file, which is true after a manual `npm install`,
 * too. The packages must be there, too: npm writes its record in place, also that of a copy by hard links.
 */
function installedAsLocked() {
  const record = readText(join(root, 'node_modules/.package-lock.json'));
  if (record === undefined) return false;
  const installed = JSON.parse(record).packages;
  const { '': _root, ...locked } = JSON.parse(readText(join(root, 'package-lock.json'))).packages;
  const same = Object.entries(locked).every(([path, entry]) => {
    const present = installed[path];
    if (present === undefined) return entry.optional === true || entry.devOptional === true;
    if (!existsSync(join(root, path))) return false;
    return present.version === entry.version && present.integrity === entry.integrity;
  });
  return same && Object.keys(installed).every((path) => path in locked);
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
