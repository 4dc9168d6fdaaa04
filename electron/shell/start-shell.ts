import { app, powerMonitor, session } from 'electron';
import { transferList } from '../../src/contract/dashboard-api/fetch.ts';
import { DownloadHandlers } from '../downloads/download-handlers.ts';
import { chooseFiles } from '../files/dialogs.ts';
import { FileHandover } from '../files/file-handover.ts';
import { openAppFolder } from '../files/open-app-folder.ts';
import { setLanguage, t } from '../i18n/translate.ts';
import { PageEvents } from '../ipc/page-events.ts';
import { isEmpty, type LaunchRequest } from '../launch/arguments.ts';
import { pathOfLink } from '../launch/link.ts';
import { shutDownOnQuit } from '../lifecycle/quit.ts';
import { DashboardClient } from '../node/dashboard-client.ts';
import { CloseToTray } from '../tray/close-to-tray.ts';
import type { ShellTray } from '../tray/tray.ts';
import { TrayHost } from '../tray/tray-host.ts';
import { installationOfApp, updateSourceOfBuild } from '../updates/update-source.ts';
import { Updates } from '../updates/updates.ts';
import { setApplicationMenu } from '../window/menu.ts';
import { allowedOrigins, guardSession } from '../window/session-guard.ts';
import { createMainWindow } from './create-main-window.ts';
import { createNotifications } from './create-notifications.ts';
import { createTray } from './create-tray.ts';
import { serveShellIpc } from './serve-shell-ipc.ts';
import type { ShellOptions, ShellServices } from './shell-options.ts';

/** Builds the window, the tray and all other parts of the shell around a running node. */
export async function startShell(options: ShellOptions): Promise<void> {
  const { node, preferences, shutdown, logger } = options;
  setLanguage(preferences.get().language, app.getLocale());
  const sessionToken = node.createDashboardSession();
  const api = new DashboardClient({ dashboardUrl: node.dashboardUrl, sessionToken });
  const page = new PageEvents();
  const trayHost = new TrayHost();
  shutdown.add('tray host', () => trayHost.stop());
  const closeToTray = new CloseToTray({ preferences, hasTray: () => trayHost.isAvailable });
  const updates = new Updates({
    file: options.stateFile('updates'),
    source: updateSourceOfBuild(),
    installation: installationOfApp(),
    countRunning: () => countRunningTransfers(api),
    logger,
  });
  shutdown.add('updates', () => updates.stop());
  guardSession(session.defaultSession, allowedOrigins(node));
  const window = createMainWindow(options, { page, closeToTray, updates });
  const tray = createTray(options, { trayHost, window, page });
  createNotifications(options, { window, page });
  const files = new FileHandover(page, (error) => logger.warn({ err: error }, 'handing over files failed'));
  const downloads = new DownloadHandlers({ window: () => window.current, nodeUrl: node.nodeUrl, api });
  shutdown.add('downloads', () => downloads.stop());
  serveShellIpc(options, { window, page, api, sessionToken, trayHost, downloads, updates });
  const showMenu = () => showApplicationMenu(options, { window, page, files });
  showMenu();
  preferences.onLanguageChange((language) => {
    setLanguage(language, app.getLocale());
    showMenu();
    tray.redraw();
  });
  watchPower(node);

  shutDownOnQuit({ shutdown, exit: (exitCode) => updates.exit(exitCode), logger });
  app.on('window-all-closed', () => process.platform !== 'darwin' && app.quit());
  app.on('activate', () => window.show());

  await openFirstWindow(options, { window, trayHost, tray });
  handleLaunchRequests(options, { window, page, files });
  updates.start();
}

function showApplicationMenu(
  { dataDir, logFile, logger }: ShellOptions,
  { window, page, files }: Pick<ShellServices, 'window' | 'page' | 'files'>,
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
        logger.warn({ err: error }, 'opening a folder failed'),
      ),
  });
}

/** Time limit for the tray, because a desktop may start its tray some time after its programs. */
const trayLimitMs = 5000;

async function openFirstWindow(
  { hidden }: ShellOptions,
  { window, trayHost, tray }: Pick<ShellServices, 'window' | 'trayHost'> & { tray: ShellTray },
): Promise<void> {
  if (!hidden) window.open({ isMinimised: false });
  await trayHost.start();
  tray.setShown(trayHost.isAvailable);
  if (!hidden) return;
  await trayHost.waitForTray(trayLimitMs);
  if (!trayHost.isAvailable && !window.current) window.open({ isMinimised: true });
}

/** Returns how many transfers with other nodes run now. */
async function countRunningTransfers(api: DashboardClient): Promise<number> {
  const { transfers } = transferList.parse(await api.get('/local/transfers'));
  return transfers.filter(({ state }) => state === 'running').length;
}

interface PowerListener {
  setOnBattery(isOnBattery: boolean): void;
  resumed(): void;
}

/** Reports battery power and resuming to the node, which cannot detect them. */
function watchPower(node: PowerListener): void {
  node.setOnBattery(powerMonitor.isOnBatteryPower());
  powerMonitor.on('on-battery', () => node.setOnBattery(true));
  powerMonitor.on('on-ac', () => node.setOnBattery(false));
  powerMonitor.on('resume', () => node.resumed());
}

/** Opens the links and files that the app receives at its start or while it runs. */
function handleLaunchRequests(
  { requests }: ShellOptions,
  { window, page, files }: Pick<ShellServices, 'window' | 'page' | 'files'>,
): void {
  const reportLink = (message: string) => page.send({ kind: 'toast', title: t('link.title'), message });
  requests.onRequest((request: LaunchRequest) => {
    if (request.hidden && isEmpty(request)) return;
    window.show();
    const paths = request.links.map(pathOfLink);
    const last = paths.findLast((path) => path !== undefined);
    if (last !== undefined) page.send({ kind: 'link', path: last });
    if (paths.includes(undefined)) reportLink(t('link.unknown'));
    if (request.refused === 'link') reportLink(t('link.tooLong'));
    if (request.refused === 'files') files.refuse(t('files.tooMany'));
    void files.add(request.files);
  });
}
