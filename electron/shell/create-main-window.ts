import { join } from 'node:path';
import { app } from 'electron';
import { t } from '../i18n/translate.ts';
import type { PageEvents } from '../ipc/page-events.ts';
import { cancelRestart } from '../lifecycle/relaunch.ts';
import type { CloseToTray } from '../tray/close-to-tray.ts';
import type { Updates } from '../updates/updates.ts';
import { MainWindow } from '../window/main-window.ts';
import type { AllowedOrigins } from '../window/session-guard.ts';
import type { ShellOptions } from './shell-options.ts';

interface WindowParts {
  page: PageEvents;
  closeToTray: CloseToTray;
  updates: Updates;
  allowed: AllowedOrigins;
}

/** Creates the main window and connects it to the tray, the updates and the events of its page. */
export function createMainWindow(
  {
    node,
    built,
    windowState,
    firstWindow,
  }: Pick<ShellOptions, 'node' | 'built' | 'windowState' | 'firstWindow'>,
  { page, closeToTray, updates, allowed }: WindowParts,
): MainWindow {
  const window: MainWindow = new MainWindow({
    preload: join(built, 'preload.cjs'),
    dashboardUrl: node.dashboardUrl,
    allowed,
    state: windowState,
    first: firstWindow,
    onStay: () => {
      closeToTray.cancelQuit();
      cancelRestart();
    },
    onLeave: () => (closeToTray.isQuitting ? app.quit() : window.current?.close()),
    onOpen: (opened) => {
      page.follow(opened);
      closeToTray.follow(opened);
      opened.webContents.on('will-prevent-unload', () => updates.cancelRestart());
    },
    onRecovered: (shown) =>
      page.send({
        kind: 'say',
        title: t(`crash.${shown}.title`),
        message: t(`crash.${shown}`),
        ...(shown === 'home' && { stays: true }),
      }),
  });
  return window;
}
