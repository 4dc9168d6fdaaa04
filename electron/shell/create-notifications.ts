import type { PageEvents } from '../ipc/page-events.ts';
import type { ShellNode } from '../node/shell-node.ts';
import { Notifications } from '../notifications/notifications.ts';
import { SystemNotifications } from '../notifications/system-notifications.ts';
import type { PreferenceStore } from '../preferences/preferences.ts';
import type { MainWindow } from '../window/main-window.ts';

interface NotificationParts {
  node: ShellNode;
  preferences: PreferenceStore;
  window: MainWindow;
  page: PageEvents;
}

/** Shows news of the node as notifications of the system. @returns what stops them */
export function createNotifications({ node, preferences, window, page }: NotificationParts): {
  stop(): void;
} {
  const system = new SystemNotifications();
  const notifications = new Notifications({
    isWanted: (kind) => preferences.get().notifications[kind],
    since: Math.min(preferences.get().first_start, Date.now()),
    isViewing: (path) => window.isViewing(path),
    open: (path) => {
      window.show();
      page.send({ kind: 'go', path });
    },
    show: system.show,
  });
  node.watch.onNews((news) => notifications.add(news));
  return {
    stop() {
      notifications.stop();
      system.closeAll();
    },
  };
}
