import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { linuxExecutable, release } from '../paths.mjs';

/** The output folder of each platform, by the executable that contains the fuses. */
const executables = [
  `linux-unpacked/${linuxExecutable}`,
  `linux-arm64-unpacked/${linuxExecutable}`,
  'win-unpacked/Alcove.exe',
  'win-arm64-unpacked/Alcove.exe',
  'mac/Alcove.app',
  'mac-arm64/Alcove.app',
];

/** The states of a fuse in Electron's executable. */
const [off, on] = Buffer.from('01');

/**
 * Verifies the fuses of every packed app.
 * @param wanted `electronFuses` of electron-builder.yml
 * @throws when a fuse differs, or nothing was packed
 */
export async function readFusesBack(wanted) {
  const packed = executables.filter((path) => existsSync(join(release, path)));
  if (packed.length === 0) throw new Error(`There is no packed app in ${release}.`);
  for (const executable of packed) {
    const fuses = await fusesOf(join(release, executable));
    for (const [name, state] of Object.entries(wanted)) {
      if (fuses[name] === state) continue;
      throw new Error(`The fuse ${name} of ${executable} is ${fuses[name]}, and should be ${state}.`);
    }
  }
}

/** Reads the fuses of a packed app: on, off, or undefined for fuses that its Electron lacks. */
export async function fusesOf(executable) {
  const { getCurrentFuseWire, FuseV1Options } = await import('@electron/fuses');
  const wire = await getCurrentFuseWire(executable);
  const state = (option) => ({ [on]: true, [off]: false })[wire[option]];
  return Object.fromEntries(
    Object.entries(FuseV1Options)
      .filter(([, option]) => typeof option === 'number')
      .map(([name, option]) => [name[0].toLowerCase() + name.slice(1), state(option)]),
  );
}

/** Makes an executable accept `--inspect`, by which Playwright controls the main process. */
export async function allowInspection(executable) {
  const { flipFuses, FuseV1Options, FuseVersion } = await import('@electron/fuses');
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
}
