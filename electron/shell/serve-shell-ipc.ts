import { clipboard, Notification } from 'electron';
import { storageState } from '../../src/contract/dashboard-api/storage.ts';
import type { DesktopState } from '../../src/contract/ipc.ts';
import { chooseFolder } from '../files/dialogs.ts';
import { openAppFolder, openFolder } from '../files/open-app-folder.ts';
import { type IpcHandlersOf, serveIpc } from '../ipc/serve-ipc.ts';
import { linkHandlers } from '../links/link-handlers.ts';
import { LoginItem } from '../preferences/login-item.ts';
import type { PreferenceStore } from '../preferences/preferences.ts';
import { ProblemReport } from '../problem-report/problem-report.ts';
import type { ShellOptions, ShellServices } from './shell-options.ts';

/** Serves every call of the contract by the responsible part of the shell. */
export function serveShellIpc(
  { node, preferences, dataDir, givenDataDir, logFile, logger }: ShellOptions,
  {
    window,
    page,
    api,
    sessionToken,
    trayHost,
    downloads,
    updates,
  }: Omit<ShellServices, 'closeToTray' | 'files'>,
): void {
  const current = () => window.current;
  const report = new ProblemReport({
    api,
    sessionToken,
    dataDir,
    logFile,
    settings: node.settings,
    window: current,
  });
  serveIpc({
    window: current,
    dashboardOrigin: node.dashboardUrl,
    handlers: {
      'dashboardSession.get': () => sessionToken,
      'clipboard.write': (text) => clipboard.writeText(text),
      'folder.choose': async () => {
        const { folder } = await chooseFolder(window.current);
        return folder === null ? null : { folder, selection_id: node.selectFolder(folder, 'store') };
      },
      'watchedFolder.choose': async () => {
        const { folder } = await chooseFolder(window.current);
        return { selection_id: folder === null ? null : node.selectFolder(folder, 'watch') };
      },
      'backup.chooseFolder': async () => {
        const { folder } = await chooseFolder(window.current);
        return { selection_id: folder === null ? null : node.selectFolder(folder, 'backup') };
      },
      'folder.open': async (folder) =>
        folder === 'files'
          ? openFolder(storageState.parse(await api.get('/local/storage')).folder)
          : openAppFolder(folder, { dataDir, logFile }),
      'page.listen': () => window.current && page.listen(window.current.webContents),
      ...preferenceHandlers({
        preferences,
        hasTray: () => trayHost.isAvailable,
        loginItem: new LoginItem(givenDataDir),
      }),
      ...downloads.handlers,
      ...linkHandlers({ nodeUrl: node.nodeUrl, api }),
      ...report.handlers,
      ...updates.handlers,
    },
    logger,
  });
}

interface PreferenceHandlersOptions {
  preferences: PreferenceStore;
  hasTray: () => boolean;
  loginItem: Pick<LoginItem, 'isOn' | 'set'>;
}

/** Handles the calls about the preferences of the app. */
function preferenceHandlers({
  preferences,
  hasTray,
  loginItem,
}: PreferenceHandlersOptions): IpcHandlersOf<'language' | 'preferences'> {
  const state = (): DesktopState => {
    const { keep_running, notifications } = preferences.get();
    return {
      keep_running,
      notifications,
      has_tray: hasTray(),
      start_at_login: loginItem.isOn,
      can_notify: Notification.isSupported(),
    };
  };
  return {
    'language.get': () => preferences.get().language,
    'preferences.get': state,
    'preferences.set': ({ start_at_login, ...edit }) => {
      if (start_at_login !== undefined) loginItem.set(start_at_login);
      preferences.change(edit);
      return state();
    },
  };
}
