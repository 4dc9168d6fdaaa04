import { app } from 'electron';
import { t } from '../i18n/translate.ts';
import { ShellTray } from '../tray/tray.ts';
import type { ShellOptions, ShellServices } from './shell-options.ts';

/** Creates the tray icon, which follows the state of the node and the tray of the desktop. */
export function createTray(
  { node, logger }: ShellOptions,
  { trayHost, window, page }: Pick<ShellServices, 'trayHost' | 'window' | 'page'>,
): ShellTray {
  const tray = new ShellTray({
    open: () => window.show(),
    setPaused: (paused) => {
      try {
        node.setPaused(paused);
      } catch (error) {
        logger.warn({ err: error }, 'pausing or resuming the network failed');
        page.send({ kind: 'toast', title: t('pause.fixed.title'), message: t('pause.fixed') });
        window.show();
      }
    },
    quit: () => app.quit(),
  });
  trayHost.onChange(() => {
    tray.setShown(trayHost.isAvailable);
    if (!trayHost.isAvailable && !window.isFindable) window.show();
  });
  node.monitor.onState((state) => tray.setState(state));
  return tray;
}
