import { join } from 'node:path';
import { app, type BrowserWindow, clipboard, session } from 'electron';
import type { NodeNotification, NodeState } from '../src/contract/node-notifications.ts';
import type { Settings } from '../src/contract/settings.ts';
import { chooseFolder } from './calls/choose-folder.ts';
import { ContentCalls } from './calls/content-calls.ts';
import { DesktopCalls } from './calls/desktop-calls.ts';
import { serveIpc } from './calls/ipc.ts';
import { PageEvents } from './calls/page-events.ts';
import type { KeptFile } from './kept-file.ts';
import { quitOrderly } from './lifecycle/orderly-quit.ts';
import { doNotStartAgain } from './lifecycle/start-again.ts';
import { LoginItem } from './lifecycle/start-at-login.ts';
import { unfinishedTransfers } from './lifecycle/unfinished-transfers.ts';
import { Notifications } from './notifications/notifications.ts';
import { SystemNotifications } from './notifications/system-notifications.ts';
import { watchPower } from './power.ts';
import type { PreferenceStore } from './preferences.ts';
import { isEmpty, type ShellRequest } from './requests/arguments.ts';
import { chooseFiles, GivenFiles } from './requests/give-files.ts';
import { pathOfLink } from './requests/link.ts';
import type { Requests } from './requests/requests.ts';
import { KeepRunning } from './tray/keep-running.ts';
import { ShellTray } from './tray/tray.ts';
import { TrayHost } from './tray/tray-host.ts';
import { installationOfApp, updateSourceOfBuild } from './updates/update-source.ts';
import { Updates } from './updates/updates.ts';
import { MainWindow } from './window/main-window.ts';
import { setApplicationMenu } from './window/menu.ts';
import { guardSession } from './window/session-guard.ts';
import type { WindowState } from './window/window-state.ts';
import { say, speak } from './words.ts';

/** What the shell asks of the node that runs in it. */
interface ShellNode {
  readonly nodeUrl: string;
  readonly dashboardUrl: string;
  /** Opens a session of the dashboard. @returns its token */
  createDashboardSession(): string;
  readonly settings: Settings;
  readonly watch: {
    onState(listener: (state: NodeState) => void): void;
    onNews(listener: (news: NodeNotification) => void): void;
  };
  setPaused(paused: boolean): void;
  setOnBattery(isOnBattery: boolean): void;
  wokeUp(): void;
  stop(): Promise<void>;
}

interface ShellOptions {
  node: ShellNode;
  dataDir: string;
  /** The same, where it was named at the start. */
  givenDataDir: string | undefined;
  /** The folder of what is built. */
  built: string;
  logFile: string;
  requests: Requests;
  /** Start without a window, where there is a tray. */
  hidden: boolean;
  /** A small file of the shell by its name. */
  kept: (name: string) => KeptFile;
  preferences: PreferenceStore;
  windowState: WindowState;
  /** What has been opened while the node started. */
  firstWindow: BrowserWindow | undefined;
  logger: Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;
}

/** A desktop that has a tray may show it some time after it started its programs. */
const trayWithinMs = 5000;

/** Puts the window, the tray and all that belongs to them around a running node. */
export async function startShell(options: ShellOptions): Promise<void> {
  const { node, dataDir, built, logFile, requests, hidden, logger } = options;
  const { kept, preferences, windowState, firstWindow } = options;
  const { nodeUrl, dashboardUrl } = node;
  const sessionToken = node.createDashboardSession();
  const reach = { dashboardOrigin: dashboardUrl, nodeOrigin: nodeUrl };
  speak(preferences.get().language, app.getLocale());
  const page = new PageEvents();
  const warn = (message: string) => (error: unknown) => logger.warn({ err: error }, message);

  const host: TrayHost = new TrayHost(() => {
    tray.setShown(host.isThere);
    if (!host.isThere && !window.isFindable) window.show();
  });
  const keepRunning = new KeepRunning({ preferences, hasTray: () => host.isThere });
  const window = new MainWindow({
    preload: join(built, 'preload.cjs'),
    ...{ dashboardUrl, reach },
    state: windowState,
    first: firstWindow,
    onStay: () => {
      keepRunning.quitCancelled();
      doNotStartAgain();
    },
    onLeave: () => (keepRunning.isQuitting ? app.quit() : window.current?.close()),
    onOpen: (opened) => {
      page.follow(opened);
      keepRunning.follow(opened);
      opened.webContents.on('will-prevent-unload', () => updates.doNotRestart());
    },
    onBack: (shown) =>
      page.send({
        kind: 'say',
        title: say(`crash.${shown}.title`),
        message: say(`crash.${shown}`),
        ...(shown === 'home' && { stays: true }),
      }),
  });
  const tray = new ShellTray({
    open: () => window.show(),
    setPaused: (paused) => {
      try {
        node.setPaused(paused);
      } catch (error) {
        warn('the network could not be paused or resumed')(error);
        page.send({ kind: 'say', title: say('pause.fixed.title'), message: say('pause.fixed') });
        window.show();
      }
    },
    quit: () => app.quit(),
  });
  const goTo = (path: string) => {
    window.show();
    page.send({ kind: 'go', path });
  };
  const system = new SystemNotifications();
  const notifications = new Notifications({
    isWanted: (kind) => preferences.get().notifications[kind],
    since: Math.min(preferences.get().first_start, Date.now()),
    isLookingAt: (path) => window.isLookingAt(path),
    open: goTo,
    show: system.show,
  });
  const given = new GivenFiles(page, warn('files could not be handed over'));
  const sayOfLink = (message: string) => page.send({ kind: 'say', title: say('link.title'), message });
  const serve = (request: ShellRequest) => {
    if (request.hidden && isEmpty(request)) return;
    window.show();
    const paths = request.links.map(pathOfLink);
    const last = paths.findLast((path) => path !== undefined);
    if (last !== undefined) page.send({ kind: 'link', path: last });
    if (paths.includes(undefined)) sayOfLink(say('link.unknown'));
    if (request.refused === 'link') sayOfLink(say('link.tooLong'));
    if (request.refused === 'files') given.refuse(say('files.tooMany'));
    void given.give(request.files);
  };

  guardSession(session.defaultSession, reach);
  const content = new ContentCalls({ window: () => window.current, nodeUrl, dashboardUrl, sessionToken });
  const updates: Updates = new Updates({
    file: kept('updates'),
    source: updateSourceOfBuild(),
    installation: installationOfApp(),
    unfinished: () => unfinishedTransfers({ dashboardUrl, sessionToken }),
    logger,
  });
  const desktop = new DesktopCalls({
    ...{ preferences, dataDir, logFile },
    node: { dashboardUrl, sessionToken, settings: node.settings },
    window: () => window.current,
    hasTray: () => host.isThere,
    loginItem: new LoginItem(options.givenDataDir),
  });
  serveIpc({
    window: () => window.current,
    dashboardOrigin: dashboardUrl,
    handlers: {
      'dashboardSession.get': () => sessionToken,
      'clipboard.write': (text) => clipboard.writeText(text),
      'folder.choose': () => chooseFolder(window.current),
      'page.listen': () => window.current && page.listen(window.current.webContents),
      ...content.handlers,
      ...desktop.handlers,
      ...updates.handlers,
    },
    logger,
  });
  const showMenu = () =>
    setApplicationMenu({
      ask: (event) => {
        window.show();
        page.send(event);
      },
      reload: () => window.reload(),
      addFiles: () => void chooseFiles(window.show()).then((paths) => given.give(paths)),
      openFolder: (folder) => void desktop.openFolder(folder).catch(warn('a folder could not be opened')),
    });
  showMenu();
  let spoken = preferences.get().language;
  preferences.onChange(() => {
    const { language } = preferences.get();
    if (language === spoken) return;
    spoken = language;
    speak(language, app.getLocale());
    showMenu();
    tray.sayAnew();
  });
  watchPower(node);
  quitOrderly({
    stop: async () => {
      updates.stop();
      notifications.stop();
      system.closeAll();
      await content.stop();
      await node.stop();
      host.stop();
    },
    leave: (exitCode) => void updates.leave(exitCode),
    logger,
  });
  app.on('window-all-closed', () => process.platform !== 'darwin' && app.quit());
  app.on('activate', () => window.show());
  node.watch.onState((state) => tray.tell(state));
  node.watch.onNews((news) => notifications.tell(news));

  if (!hidden) window.open({ isMinimised: false });
  await host.start();
  tray.setShown(host.isThere);
  if (hidden) {
    await host.appears(trayWithinMs);
    if (!host.isThere && !window.current) window.open({ isMinimised: true });
  }
  requests.follow(serve);
  updates.start();
}
