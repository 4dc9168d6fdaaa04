import { app, nativeTheme } from 'electron';
import { StateFile } from './core/state-file.ts';
import { setLanguage } from './i18n/translate.ts';
import { isEmpty, readArguments } from './launch/arguments.ts';
import { LaunchRequests } from './launch/launch-requests.ts';
import { DeferredQuit } from './lifecycle/deferred-quit.ts';
import { logProcessExits } from './lifecycle/log-process-exits.ts';
import { Shutdown } from './lifecycle/shutdown.ts';
import { quitOnUncaughtErrors } from './lifecycle/uncaught-errors.ts';
import { openDataFolder, startNode } from './node/start-node.ts';
import { PreferenceStore, storedLanguage } from './preferences/preferences.ts';
import { registerApp } from './startup/register-app.ts';
import { removeHttpCache } from './startup/remove-http-cache.ts';
import { reportStartFailure } from './startup/report-start-failure.ts';
import { lockOrHandOver, refuseTooLarge } from './startup/single-instance.ts';
import { openStartingWindow } from './startup/starting-window.ts';
import { useDataFolder } from './startup/use-data-folder.ts';
import { guardNetwork } from './window/session-guard.ts';
import { WindowState } from './window/window-state.ts';

/** The folder of this file, which contains all built files. */
const distFolder = import.meta.dirname;
const {
  dataDir: givenDataDir,
  assignments,
  ...request
} = readArguments(process.argv, app.getAppPath(), process.cwd());
const { dataDir, logFile, logger } = openDataFolder(givenDataDir);
const shutdown = new Shutdown(logger);

void app.whenReady().then(() => setLanguage(storedLanguage(dataDir), app.getLocale()));
main().catch(async (error: unknown) => {
  await shutdown.run();
  await app.whenReady();
  await reportStartFailure(error, dataDir);
});

async function main(): Promise<void> {
  app.setName('Alcove');
  if (!refuseTooLarge(request)) return app.exit(0);
  registerApp();
  quitOnUncaughtErrors({ logger });
  logProcessExits({ logger });
  useDataFolder(dataDir);
  guardNetwork();
  if (!lockOrHandOver(dataDir, request)) return app.exit(0);
  const requests = new LaunchRequests();
  requests.add(request);
  await removeHttpCache(app.getPath('sessionData')).catch((error: unknown) =>
    logger.warn({ err: error }, 'removing the cache of the window failed'),
  );
  await app.whenReady();
  const stateFile = (name: string) => new StateFile({ dataDir, name, logger });
  const preferences = new PreferenceStore(stateFile('desktop'));
  applyColourScheme(preferences);
  const windowState = new WindowState(stateFile('window'));
  const hidden = request.hidden && isEmpty(request);
  const quit = new DeferredQuit();
  const firstWindow = hidden ? undefined : await openStartingWindow({ distFolder, state: windowState });
  const node = await startNode({ dataDir, assignments, distFolder, logger });
  shutdown.add('node', () => node.stop(), Number.POSITIVE_INFINITY);
  const { startShell } = await import('./shell/start-shell.ts');
  const isGiven = givenDataDir !== undefined || process.env.ALCOVE_DATA_DIR !== undefined;
  await startShell({
    node,
    dataDir,
    givenDataDir: isGiven ? dataDir : undefined,
    distFolder,
    logFile,
    requests,
    stateFile,
    preferences,
    windowState,
    firstWindow,
    shutdown,
    logger,
    hidden: hidden || quit.isWanted,
  });
  quit.release();
}

/** Applies the chosen colour scheme to windows, dialogs and pages, now and after each change. */
function applyColourScheme(preferences: PreferenceStore): void {
  const apply = () => {
    const { colour_scheme: chosen } = preferences.get();
    const scheme = chosen === 'auto' ? 'system' : chosen;
    if (nativeTheme.themeSource !== scheme) nativeTheme.themeSource = scheme;
  };
  apply();
  preferences.onChange(apply);
}
