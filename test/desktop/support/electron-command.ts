import { fileURLToPath } from 'node:url';
import { electronRuntime } from '../../../scripts/lib/setup/electron-runtime.mjs';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Returns the command that starts the built app, or the packaged app if one is given, with a data folder and free
 * ports.
 */
export function electronCommand(dataDir: string, args: readonly string[] = [], appFolder = checkout) {
  const packaged = process.env.ALCOVE_PACKAGED_APP;
  if (packaged !== undefined) return { executablePath: packaged, args: packagedArguments(dataDir, args) };
  const runtime = electronRuntime();
  if (!runtime) throw new Error('There is no Electron yet: npm run setup');
  return {
    executablePath: runtime.executable,
    args: [...switches(), appFolder, ...appArguments(dataDir), ...args],
  };
}

/** Returns the same arguments for an executable that contains the app. */
export function packagedArguments(dataDir: string, args: readonly string[]): string[] {
  return [...switches(), ...appArguments(dataDir), ...args];
}

function switches(): string[] {
  const isRoot = process.getuid?.() === 0;
  return [...(isRoot ? ['--no-sandbox'] : []), '--disable-gpu'];
}

function appArguments(dataDir: string): string[] {
  const settings = ['node.port=0', 'dashboard.port=0', 'storage.free_space_floor_bytes=0'];
  return ['--data-dir', dataDir, ...settings.flatMap((setting) => ['--set', setting])];
}
