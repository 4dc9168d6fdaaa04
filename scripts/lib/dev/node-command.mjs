import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { electronSwitches } from '../launch.mjs';
import { pinnedNode, root } from '../paths.mjs';
import { electronRuntime } from '../setup/electron-runtime.mjs';

/**
 * A data folder for each mode, because a node without the desktop app cannot read the secrets that the app has
 * encrypted.
 */
const dataFolder = (mode) => join(root, '.dev-data', mode);

const settingsOf = (ports) => [
  ...['--set', `node.port=${ports.node}`],
  ...['--set', `dashboard.port=${ports.dashboard}`],
];

/**
 * Returns a function that spawns the desktop app. Chromium connects to the development server instead of the node's
 * dashboard; the page keeps its origin, so the app needs no change.
 */
export function desktopCommand({ built, ports, devPort, args }) {
  return () =>
    spawn(
      electronRuntime().executable,
      [
        ...electronSwitches(),
        `--host-rules=MAP 127.0.0.1:${ports.dashboard} 127.0.0.1:${devPort}`,
        ...[built, '--data-dir', dataFolder('desktop'), ...settingsOf(ports), ...args],
      ],
      { cwd: root, stdio: 'inherit' },
    );
}

/**
 * Returns a function that spawns a node without the desktop app.
 * @param onCode called with the code of the dashboard address that the node prints
 */
export function headlessCommand({ built, ports, args, onCode }) {
  return () => {
    const child = spawn(
      pinnedNode,
      [
        ...[join(built, 'node/cli.js'), 'serve', '--data-dir', dataFolder('headless')],
        ...[...settingsOf(ports), ...args],
      ],
      { cwd: root, stdio: ['inherit', 'pipe', 'inherit'] },
    );
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, code] = /#code=(\S+)/.exec(line) ?? [];
      if (code !== undefined) onCode(code);
    });
    return child;
  };
}
