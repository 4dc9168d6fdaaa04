import { cpSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { printLine } from '../console.mjs';
import { linuxExecutable, root } from '../paths.mjs';
import { electronRuntime } from '../setup/electron-runtime.mjs';
import { allowInspection, readFusesBack } from './fuses.mjs';

/** Output folder of `packDirectory`. */
export const unpacked = join(root, 'release/linux-unpacked');

/** The executable that users start. */
export const executable = join(unpacked, linuxExecutable);

/** Output folder of `makeInspectable`. */
export const inspectable = join(root, 'release/linux-unpacked-inspectable');

/** The addon of better-sqlite3 that scripts/lib/sqlite-addon.mjs compiles, instead of the prebuilt one. */
const compiledAddon = [
  '!node_modules/better-sqlite3/prebuilds/**',
  'node_modules/better-sqlite3/build/Release/better_sqlite3.node',
];

/** Packs `dist` with the installed Electron, without downloads, to release/linux-unpacked. */
export async function packDirectory() {
  const { dist, version, official } = electronRuntime();
  printLine(
    official
      ? `packing with the official Electron ${version} and better-sqlite3's prebuilt binary`
      : `packing with the development Electron ${version} and the better-sqlite3 compiled for it: to try, not to release`,
  );
  const { build, Platform } = await import('electron-builder');
  await build({
    projectDir: root,
    targets: Platform.LINUX.createTarget('dir'),
    publish: 'never',
    // Merged into electron-builder.yml.
    config: {
      ...(await updateFeed()),
      electronDist: dist,
      electronVersion: version,
      files: official ? [] : compiledAddon,
      // Removes the loader of a checkout, which is part of the development Electron.
      afterExtract: ({ appOutDir }) =>
        rmSync(join(appOutDir, 'resources/app'), { recursive: true, force: true }),
    },
  });
  await readFusesBack(await wantedFuses());
}

/**
 * Copies the unpacked app and changes one fuse: the copy accepts `--inspect`, by which Playwright controls the main
 * process.
 * @returns its executable
 */
export async function makeInspectable() {
  rmSync(inspectable, { recursive: true, force: true });
  cpSync(unpacked, inspectable, { recursive: true });
  const copy = join(inspectable, linuxExecutable);
  await allowInspection(copy);
  return copy;
}

/** Builds the installers of this platform; electron-builder downloads the official Electron and its tools. */
export async function packInstallers() {
  const { build } = await import('electron-builder');
  await build({ projectDir: root, publish: 'never', config: await updateFeed() });
  await readFusesBack(await wantedFuses());
}

/** Returns electron-builder's functions that read and validate its configuration. */
export function configurationTools() {
  const ofBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'));
  return ofBuilder('app-builder-lib/out/util/config/config.js');
}

/** Returns the settings that depend on `updates`: without a feed electron-builder writes no update information. */
async function updateFeed() {
  const { extraMetadata } = await configured();
  const { updates } = extraMetadata;
  return updates === null ? {} : { publish: { provider: 'generic', url: updates.feed } };
}

const configured = () => configurationTools().getConfig(root, 'electron-builder.yml', null);

const wantedFuses = async () => (await configured()).electronFuses;
