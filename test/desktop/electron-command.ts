import { fileURLToPath } from 'node:url';
import { electronRuntime } from '../../scripts/lib/electron-runtime.mjs';

const checkout = fileURLToPath(new URL('../..', import.meta.url));

/** What starts the built app on a data folder, on any free ports: the packaged one where `npm test -- packaged` says so. */
export function electronCommand(dataDir: string, args: readonly string[] = [], appFolder = checkout) {
  const packaged = process.env.ALCOVE_PACKAGED_APP;
  const isRoot = process.getuid?.() === 0;
  return {
    executablePath: packaged ?? runtimeExecutable(),
    args: [
      ...(isRoot ? ['--no-sandbox'] : []),
      '--disable-gpu',
      ...(packaged === undefined ? [appFolder] : []),
      ...['--data-dir', dataDir],
      ...['--set', 'node.port=0', '--set', 'dashboard.port=0', '--set', 'storage.free_space_floor_bytes=0'],
      ...args,
    ],
  };
}

function runtimeExecutable(): string {
  const runtime = electronRuntime();
  if (!runtime) throw new Error('There is no Electron yet: npm run setup');
  return runtime.executable;
}
