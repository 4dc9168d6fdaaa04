import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import {
  type AlcoveNode,
  createLogger,
  createNode,
  dataFolder,
  FileSecretStore,
  givenSettings,
  LogFile,
  settleRestore,
} from '../src/node.ts';
import { canBeHandedOver, readArguments } from './arguments.ts';
import { KeySafe } from './key-safe.ts';
import { practiceLauncher } from './practice-launcher.ts';
import { keptLanguage } from './preferences.ts';
import { registerApp } from './register-app.ts';
import { Requests } from './requests.ts';
import { guardNetwork } from './session-guard.ts';
import { DashboardSettings } from './settings-store.ts';
import { startShell } from './shell.ts';
import { ShellError } from './shell-error.ts';
import { startAgain } from './start-again.ts';
import { reportStartFailure } from './start-failure.ts';
import { endAtUnexpectedErrors } from './unexpected-error.ts';
import { speak } from './words.ts';

/** Everything built lies beside this file. */
const built = import.meta.dirname;
const {
  dataDir: givenDataDir,
  assignments,
  ...request
} = readArguments(process.argv, app.getAppPath(), process.cwd());
const dataDir = dataFolder(givenDataDir);
const logFile = join(dataDir, 'logs', 'alcove.log');
const logger = createLogger(undefined, new LogFile(logFile));

void app.whenReady().then(() => speak(keptLanguage(dataDir), app.getLocale()));
main().catch((error: unknown) => app.whenReady().then(() => reportStartFailure(error, dataDir)));

async function main(): Promise<void> {
  app.setName('Alcove');
  if (!canBeHandedOver(process.argv, process.cwd(), request)) {
    throw new ShellError(
      'It was given a link that is too long, or too many files at once. Add files in its window instead.',
    );
  }
  registerApp();
  endAtUnexpectedErrors({ logger });
  useDataFolder();
  guardNetwork();
  if (!app.requestSingleInstanceLock(request)) {
    process.stderr.write('Alcove runs already with this data folder; its window is shown.\n');
    app.exit(0);
    return;
  }
  const requests = new Requests();
  requests.add(request);
  await app.whenReady();
  const node = await startNode();
  const hidden = request.hidden && request.links.length + request.files.length === 0;
  const isGiven = givenDataDir !== undefined || process.env.ALCOVE_DATA_DIR !== undefined;
  const givenFolder = isGiven ? dataDir : undefined;
  await startShell({ node, dataDir, givenDataDir: givenFolder, built, logFile, requests, hidden, logger });
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
    given: givenSettings(dataDir, assignments),
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
