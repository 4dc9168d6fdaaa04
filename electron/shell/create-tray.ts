import { app } from 'electron';
import { t } from '../i18n/translate.ts';
import type { PageEvents } from '../ipc/page-events.ts';
import type { ShellNode } from '../node/shell-node.ts';
import { ShellTray } from '../tray/tray.ts';
import type { TrayHost } from '../tray/tray-host.ts';
import type { MainWindow } from '../window/main-window.ts';

interface TrayParts {
  node: ShellNode;
  trayHost: TrayHost;
  window: MainWindow;
  page: PageEvents;
  logger: { warn(fields: object, message: string): void };
}

/** Creates the tray icon, which follows the state of the node and the tray of the desktop. */
export function createTray({ node, trayHost, window, page, logger }: TrayParts): ShellTray {
  const tray = new ShellTray({
    open: () => window.show(),
    setPaused: (paused) => {
      try {
        node.setPaused(paused);
      } catch (error) {
        logger.warn({ err: error }, 'the network could not be paused or resumed');
        page.send({ kind: 'say', title: t('pause.fixed.title'), message: t('pause.fixed') });
        window.show();
      }
    },
    quit: () => app.quit(),
  });
  trayHost.onChange(() => {
    tray.setShown(trayHost.isThere);
    if (!trayHost.isThere && !window.isFindable) window.show();
  });
  node.watch.onState((state) => tray.setState(state));
  return tray;
}
