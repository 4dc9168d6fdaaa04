import { fileURLToPath } from 'node:url';
import { electronRuntime } from '../../scripts/lib/electron-runtime.mjs';

const checkout = fileURLToPath(new URL('../..', import.meta.url));

/** What starts the built app on a data folder, on any free ports. */
export function electronCommand(dataDir: string, args: readonly string[] = []) {
  const runtime = electronRuntime();
  if (!runtime) throw new Error('There is no Electron yet: npm run setup');
  const isRoot = process.getuid?.() === 0;
  return {
    executablePath: runtime.executable,
    args: [
      ...(isRoot ? ['--no-sandbox'] : []),
      '--disable-gpu',
      checkout,
      ...['--data-dir', dataDir],
      ...['--set', 'node.port=0', '--set', 'dashboard.port=0', '--set', 'storage.free_space_floor_bytes=0'],
      ...args,
    ],
  };
}
