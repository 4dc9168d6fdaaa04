import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, type BrowserWindow, clipboard, session } from 'electron';
import {
  type AlcoveNode,
  createLogger,
  createNode,
  dataFolder,
  FileSecretStore,
  settingsLoader,
  settleRestore,
} from '../src/node.ts';
import { readArguments } from './arguments.ts';
import { chooseFolder } from './choose-folder.ts';
import { ContentCalls } from './content-calls.ts';
import { serveIpc } from './ipc.ts';
import { KeySafe } from './key-safe.ts';
import { setApplicationMenu } from './menu.ts';
import { quitOrderly } from './orderly-quit.ts';

import { watchPower } from './power.ts';
import { practiceLauncher } from './practice-launcher.ts';
import { guardNetwork, guardSession } from './session-guard.ts';
import { DashboardSettings } from './settings-store.ts';
import { ShellError } from './shell-error.ts';
import { startAgain } from './start-again.ts';
import { reportStartFailure } from './start-failure.ts';
import { endAtUnexpectedErrors } from './unexpected-error.ts';
import { unfinishedTransfers } from './unfinished-transfers.ts';
import { installationOfApp, updateSourceOfBuild } from './update-source.ts';
import { Updates } from './updates.ts';
import { openWindow, showWindow } from './window.ts';
import { WindowState } from './window-state.ts';

/** Everything built lies beside this file. */
const built = import.meta.dirname;
const { dataDir: givenDataDir, assignments } = readArguments(process.argv);
const dataDir = dataFolder(givenDataDir);
const logger = createLogger();
let window: BrowserWindow | undefined;

main().catch((error: unknown) => app.whenReady().then(() => reportStartFailure(error, dataDir)));

async function main(): Promise<void> {
  app.setName('Alcove');
  endAtUnexpectedErrors({ logger });
  useDataFolder();
  guardNetwork();
  if (!app.requestSingleInstanceLock()) {
    process.stderr.write('Alcove runs already with this data folder; its window is shown.\n');
    app.exit(0);
    return;
  }
  app.on('second-instance', () => window && showWindow(window));
  await app.whenReady();
  startShell(await startNode());
}

function useDataFolder(): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new ShellError('The data folder cannot be made. Choose another one with --data-dir.', { cause });
  }
  // The lock of the single instance lies there, so every data folder has an instance of its own.
  app.setPath('userData', dataDir);
  app.setPath('sessionData', join(dataDir, 'browser'));
  app.setPath('crashDumps', join(dataDir, 'browser', 'Crashpad'));
}

async function startNode(): Promise<AlcoveNode> {
  const restoreNotices = await settleRestore(dataDir);
  const settingsStore = new DashboardSettings(dataDir);
  const secrets = new KeySafe(dataDir, new FileSecretStore(dataDir));
  logger.info({ key_store: secrets.backend ?? 'none' }, 'where the node keeps its key');
  const node = await createNode({
    dataDir,
    resolveSettings: settingsLoader(dataDir, assignments),
    secrets,
    settingsStore,
    dashboardDir: join(built, '../renderer'),
    practiceLauncher: practiceLauncher(join(built, 'practice-node.js')),
    restart: startAgain,
    notices: [...restoreNotices, ...secrets.notices, ...settingsStore.notices],
    logger,
  });
  await node.start();
  return node;
}

function startShell(node: AlcoveNode): void {
  const { nodeUrl, dashboardUrl, localKey } = node;
  const currentWindow = () => window;
  const content = new ContentCalls({ window: currentWindow, nodeUrl, dashboardUrl, localKey });
  const updates = new Updates({
    dataDir,
    source: updateSourceOfBuild(),
    installation: installationOfApp(),
    unfinished: () => unfinishedTransfers({ dashboardUrl, localKey }),
    logger,
  });
  const reach = { dashboardOrigin: dashboardUrl, nodeOrigin: nodeUrl };
  guardSession(session.defaultSession, reach);
  serveIpc({
    window: currentWindow,
    dashboardOrigin: dashboardUrl,
    handlers: {
      'localKey.get': () => localKey,
      'clipboard.write': (text) => clipboard.writeText(text),
      'folder.choose': () => chooseFolder(window),
      ...content.handlers,
      ...updates.handlers,
    },
    logger,
  });
  watchPower(node);
  setApplicationMenu();
  const open = () => {
    window = openWindow({
      preload: join(built, 'preload.cjs'),
      dashboardUrl,
      reach,
      state: new WindowState(dataDir),
    });
    window.webContents.on('will-prevent-unload', () => updates.doNotRestart());
    window.on('closed', () => {
      window = undefined;
    });
  };
  quitOrderly({
    stop: async () => {
      updates.stop();
      await content.stop();
      await node.stop();
    },
    leave: (exitCode) => void updates.leave(exitCode),
    logger,
  });
  app.on('window-all-closed', () => process.platform !== 'darwin' && app.quit());
  app.on('activate', () => (window ? showWindow(window) : open()));
  open();
  updates.start();
}
