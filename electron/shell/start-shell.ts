import { app, session } from 'electron';
import { ContentHandlers } from '../downloads/content-handlers.ts';
import { chooseFiles } from '../files/dialogs.ts';
import { FileHandover } from '../files/file-handover.ts';
import { openAppFolder } from '../files/open-app-folder.ts';
import { setLanguage } from '../i18n/translate.ts';
import { PageEvents } from '../ipc/page-events.ts';
import { shutDownOnQuit } from '../lifecycle/quit.ts';
import { DashboardApi } from '../node/dashboard-api.ts';
import { countRunningTransfers } from '../node/running-transfers.ts';
import { watchPower } from '../node/watch-power.ts';
import { CloseToTray } from '../tray/close-to-tray.ts';
import type { ShellTray } from '../tray/tray.ts';
import { TrayHost } from '../tray/tray-host.ts';
import { installationOfApp, updateSourceOfBuild } from '../updates/update-source.ts';
import { Updates } from '../updates/updates.ts';
import type { MainWindow } from '../window/main-window.ts';
import { setApplicationMenu } from '../window/menu.ts';
import { guardSession } from '../window/session-guard.ts';
import { createMainWindow } from './create-main-window.ts';
import { createNotifications } from './create-notifications.ts';
import { createTray } from './create-tray.ts';
import { handleLaunchRequests } from './handle-launch-requests.ts';
import { serveShellIpc } from './serve-shell-ipc.ts';
import type { ShellOptions } from './shell-options.ts';

/** Builds the window, the tray and everything else of the shell around a running node. */
export async function startShell(options: ShellOptions): Promise<void> {
  const { node, preferences, requests, shutdown, logger } = options;
  setLanguage(preferences.get().language, app.getLocale());
  const sessionToken = node.createDashboardSession();
  const api = new DashboardApi({ dashboardUrl: node.dashboardUrl, sessionToken });
  const page = new PageEvents();
  const trayHost = new TrayHost();
  const closeToTray = new CloseToTray({ preferences, hasTray: () => trayHost.isThere });
  const updates = new Updates({
    file: options.stateFile('updates'),
    source: updateSourceOfBuild(),
    installation: installationOfApp(),
    countRunning: () => countRunningTransfers(api),
    logger,
  });
  const allowed = { dashboardOrigin: node.dashboardUrl, nodeOrigin: node.nodeUrl };
  guardSession(session.defaultSession, allowed);
  const window = createMainWindow(options, { page, closeToTray, updates, allowed });
  const tray = createTray({ node, trayHost, window, page, logger });
  const notifications = createNotifications({ node, preferences, window, page });
  const files = new FileHandover(page, (error) =>
    logger.warn({ err: error }, 'files could not be handed over'),
  );
  const content = new ContentHandlers({ window: () => window.current, nodeUrl: node.nodeUrl, api });
  serveShellIpc(options, { window, page, api, sessionToken, trayHost, content, updates });
  const showMenu = () => showApplicationMenu(options, { window, page, files });
  showMenu();
  preferences.onLanguageChange((language) => {
    setLanguage(language, app.getLocale());
    showMenu();
    tray.redraw();
  });
  watchPower(node);

  shutdown.add('tray host', () => trayHost.stop());
  shutdown.add('downloads', () => content.stop());
  shutdown.add('notifications', () => notifications.stop());
  shutdown.add('updates', () => updates.stop());
  shutDownOnQuit({ shutdown, exit: (exitCode) => updates.exit(exitCode), logger });
  app.on('window-all-closed', () => process.platform !== 'darwin' && app.quit());
  app.on('activate', () => window.show());

  await openFirstWindow(options, { window, trayHost, tray });
  handleLaunchRequests(requests, { window, page, files });
  updates.start();
}

interface MenuParts {
  window: MainWindow;
  page: PageEvents;
  files: FileHandover;
}

function showApplicationMenu(
  { dataDir, logFile, logger }: ShellOptions,
  { window, page, files }: MenuParts,
): void {
  setApplicationMenu({
    send: (event) => {
      window.show();
      page.send(event);
    },
    reload: () => window.reload(),
    addFiles: () => void chooseFiles(window.show()).then((paths) => files.add(paths)),
    openFolder: (folder) =>
      void openAppFolder(folder, { dataDir, logFile }).catch((error: unknown) =>
        logger.warn({ err: error }, 'a folder could not be opened'),
      ),
  });
}

/** A desktop may show its tray some time after it started its programs. */
const trayLimitMs = 5000;

async function openFirstWindow(
  { hidden }: ShellOptions,
  { window, trayHost, tray }: { window: MainWindow; trayHost: TrayHost; tray: ShellTray },
): Promise<void> {
  if (!hidden) window.open({ isMinimised: false });
  await trayHost.start();
  tray.setShown(trayHost.isThere);
  if (!hidden) return;
  await trayHost.waitForTray(trayLimitMs);
  if (!trayHost.isThere && !window.current) window.open({ isMinimised: true });
}
