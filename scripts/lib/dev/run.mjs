// Runs the development servers until a signal, or until the window of the app is closed. Started by scripts/dev.mjs.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { printLine } from '../console.mjs';
import { root } from '../paths.mjs';
import { serveDashboard } from './dashboard.mjs';
import { desktopCommand, headlessCommand } from './node-command.mjs';
import { RestartingProcess } from './restarting-process.mjs';
import { watchBuild } from './watch-build.mjs';

const [mode, ...args] = process.argv.slice(2);
const isDesktop = mode === 'desktop';
/** The folder of builds, apart from `dist`, which tests and `npm start` use at the same time. */
const built = join(root, 'dist/dev');
const ports = { node: await freePort(), dashboard: await freePort() };

prepare();
const dashboard = await serveDashboard({ nodePort: ports.dashboard });
const command = isDesktop
  ? desktopCommand({ built, ports, devPort: dashboard.port, args })
  : headlessCommand({ built, ports, args, onCode: (code) => dashboard.openSession(code) });
const node = new RestartingProcess(command, { onClosed: () => end(0) });
const watchers = [];

let ending = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end(0));

printLine(`starting ${isDesktop ? 'the desktop app' : 'a node without a window'}; Ctrl+C stops it.`);
const nodeFolder = join(built, 'node');
let isStarted = false;
const start = () => {
  isStarted = true;
  node.restart();
};
if (isDesktop) {
  const onBuilt = () => isStarted && node.restart();
  await watch('vite.node.config.ts', { mode: 'preload', outDir: nodeFolder, onBuilt });
}
await watch('vite.node.config.ts', { outDir: nodeFolder, onBuilt: start });
for (const viewerMode of ['production', 'epub', 'pdf', 'tags']) {
  await watch('vite.viewer.config.ts', {
    ...{ mode: viewerMode, outDir: join(built, 'renderer/viewer') },
    onBuilt: () => dashboard.reload(),
  });
}

/** Creates a package that Electron can start, with the static files that need no build. */
function prepare() {
  mkdirSync(built, { recursive: true });
  cpSync(join(root, 'renderer/public'), join(built, 'renderer'), { recursive: true });
  cpSync(join(root, 'renderer/viewer/public'), join(built, 'renderer/viewer'), { recursive: true });
  const manifest = { name: 'alcove', version: '0.0.0-dev', type: 'module', main: 'node/main.js' };
  writeFileSync(join(built, 'package.json'), JSON.stringify(manifest));
}

async function watch(configFile, options) {
  if (!ending) watchers.push(await watchBuild(configFile, options));
}

async function end(code) {
  if (ending) return;
  ending = true;
  await node.stop();
  await Promise.all([...watchers.map((watcher) => watcher.close()), dashboard.close()]);
  process.exit(code);
}

/** Returns a free port, which the dashboard server must know before the node starts. */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
