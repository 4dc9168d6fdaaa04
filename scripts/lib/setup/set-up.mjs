import { join } from 'node:path';
import { cacheRoot } from '../paths.mjs';
import { electronRuntime, installElectron } from './electron-runtime.mjs';
import { withLock } from './lock.mjs';
import { installNpmPackages, npmPackagesReady } from './npm-packages.mjs';
import { fetchProxies, missingProxies } from './proxies.mjs';
import { installSqliteAddon, sqliteAddonMustBeCompiled, sqliteAddonReady } from './sqlite-addon.mjs';
import { installSystemPackages, missingSystemPackages } from './system-packages.mjs';

const lockFile = join(cacheRoot, 'set-up.lock');

/**
 * Prepares this checkout. Every step first checks whether it is already done, so that a second run is quick. One lock
 * makes simultaneous set-ups do it once.
 * @param desktop Electron and its requirements
 * @param tests the additional requirements of the tests
 */
export async function setUp({ desktop, tests }) {
  await setUpPackages({ desktop, tests });
  if (desktop) await setUpElectron();
}

/**
 * Installs all packages of npm and of the system, so that what needs no Electron can begin.
 * @param long the additional requirements of the long tests
 */
export async function setUpPackages({ desktop, tests, long = false }) {
  await step(npmPackagesReady, installNpmPackages);
  await systemPackages({ desktop, tests, long, compiler: false });
  if (!tests) return;
  await step(
    () => missingProxies().length === 0,
    () => fetchProxies(missingProxies()),
  );
}

/** Installs Electron, and compiles better-sqlite3 for it where necessary. */
export async function setUpElectron() {
  await step(() => electronRuntime() !== undefined, installElectron);
  const runtime = electronRuntime();
  await systemPackages({ compiler: sqliteAddonMustBeCompiled(runtime) });
  await step(
    () => sqliteAddonReady(runtime),
    () => installSqliteAddon(runtime),
  );
}

async function systemPackages(wanted) {
  await step(
    () => missingSystemPackages(wanted).length === 0,
    () => installSystemPackages(missingSystemPackages(wanted)),
  );
}

async function step(isDone, work) {
  if (isDone()) return;
  await withLock(lockFile, async () => {
    if (!isDone()) await work();
  });
}
