import { join } from 'node:path';
import { app } from 'electron';
import { t } from '../i18n/translate.ts';
import { cancelRestart } from '../lifecycle/relaunch.ts';
import { MainWindow } from '../window/main-window.ts';
import { allowedOrigins } from '../window/session-guard.ts';
import type { ShellOptions, ShellServices } from './shell-options.ts';

/** Creates the main window and connects it to the tray, the updates and the events of its page. */
export function createMainWindow(
  { node, distFolder, windowState, firstWindow }: ShellOptions,
  { page, closeToTray, updates }: Pick<ShellServices, 'page' | 'closeToTray' | 'updates'>,
): MainWindow {
  const window: MainWindow = new MainWindow({
    preload: join(distFolder, 'preload.cjs'),
    dashboardUrl: node.dashboardUrl,
    allowed: allowedOrigins(node),
    state: windowState,
    first: firstWindow,
    onStay: () => {
      closeToTray.cancelQuit();
      cancelRestart();
    },
    onDiscard: () => (closeToTray.isQuitting ? app.quit() : window.current?.close()),
    onOpen: (opened) => {
      page.follow(opened);
      closeToTray.follow(opened);
      opened.webContents.on('will-prevent-unload', () => updates.cancelRestart());
    },
    onRecovered: (shown) =>
      page.send({
        kind: 'toast',
        title: t(`crash.${shown}.title`),
        message: t(`crash.${shown}`),
        ...(shown === 'home' && { stays: true }),
      }),
  });
  return window;
}
