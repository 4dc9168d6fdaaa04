import { accessSync, constants, lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { dataFolder } from '../src/core/data-folder/data-folder.ts';
import { LogFile } from '../src/core/log/log-file.ts';
import { createLogger } from '../src/core/log/logger.ts';
import { KeptFile } from './kept-file.ts';
import { logGoneProcesses } from './lifecycle/log-gone-processes.ts';
import { HeldQuit } from './lifecycle/orderly-quit.ts';
import { relaunchRefusing } from './lifecycle/start-again.ts';
import { reportStartFailure } from './lifecycle/start-failure.ts';
import { endAtUnexpectedErrors } from './lifecycle/unexpected-error.ts';
import { keptLanguage, PreferenceStore } from './preferences.ts';
import { registerApp } from './register-app.ts';
import { canBeHandedOver, isEmpty, readArguments } from './requests/arguments.ts';
import { Requests } from './requests/requests.ts';
import { ShellError } from './shell-error.ts';
import { tellTerminal } from './tell-terminal.ts';
import { followScheme } from './window/follow-scheme.ts';
import { forgetHttpCache } from './window/http-cache.ts';
import { guardNetwork } from './window/session-guard.ts';
import { openStartingWindow } from './window/starting-window.ts';
import { WindowState } from './window/window-state.ts';
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
    if (request.links.length + request.files.length === 0) {
      throw new ShellError('The command line is too long. Put settings into settings.json instead.');
    }
    relaunchRefusing();
    app.exit(0);
    return;
  }
  registerApp();
  endAtUnexpectedErrors({ logger });
  logGoneProcesses({ logger });
  useDataFolder();
  guardNetwork();
  if (!app.requestSingleInstanceLock(request)) {
    mustRunAlready();
    tellTerminal('Alcove runs already with this data folder; its window is shown.');
    app.exit(0);
    return;
  }
  const requests = new Requests();
  requests.add(request);
  await forgetHttpCache(app.getPath('sessionData')).catch((error: unknown) =>
    logger.warn({ err: error }, 'the cache of the window could not be removed'),
  );
  await app.whenReady();
  const kept = (name: string) => new KeptFile({ dataDir, name, logger });
  const preferences = new PreferenceStore(kept('desktop'));
  followScheme(preferences);
  const windowState = new WindowState(kept('window'));
  const hidden = request.hidden && isEmpty(request);
  const quit = new HeldQuit();
  const firstWindow = hidden ? undefined : await openStartingWindow({ built, state: windowState });
  // The window is seen before the code of the node is even read.
  const { startNode } = await import('./start-node.ts');
  const { startShell } = await import('./shell.ts');
  const node = await startNode({ dataDir, assignments, built, logger });
  const isGiven = givenDataDir !== undefined || process.env.ALCOVE_DATA_DIR !== undefined;
  await startShell({
    ...{ node, dataDir, givenDataDir: isGiven ? dataDir : undefined, built, logFile, requests },
    ...{ kept, preferences, windowState, firstWindow, logger },
    hidden: hidden || quit.isWanted,
  });
  quit.release();
}

function useDataFolder(): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // Else Chromium could not make its lock, and would say that the app runs already.
    accessSync(dataDir, constants.W_OK);
  } catch (cause) {
    throw new ShellError(
      'The data folder cannot be made, or not be written to. Choose another one with --data-dir.',
      {
        cause,
      },
    );
  }
  // The lock of the single instance lies there, so every data folder has an instance of its own.
  app.setPath('userData', dataDir);
  app.setPath('sessionData', join(dataDir, 'browser'));
  app.setPath('crashDumps', join(dataDir, 'browser', 'Crashpad'));
}

/** Chromium answers the same when it cannot make its lock, as on a disk without symbolic links (FAT). */
function mustRunAlready(): void {
  const lock = lstatSync(join(dataDir, 'SingletonLock'), { throwIfNoEntry: false });
  if (process.platform === 'win32' || lock?.isSymbolicLink()) return;
  throw new ShellError(
    'The data folder cannot be locked. Look whether its disk is full, or choose a folder on a disk of this system with --data-dir.',
  );
}
