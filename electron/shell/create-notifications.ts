import { Notifications } from '../notifications/notifications.ts';
import { SystemNotifications } from '../notifications/system-notifications.ts';
import type { ShellOptions, ShellParts } from './shell-options.ts';

/** Shows events of the node as system notifications until the shutdown. */
export function createNotifications(
  { node, preferences, shutdown }: ShellOptions,
  { window, page }: Pick<ShellParts, 'window' | 'page'>,
): void {
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
  shutdown.add('shown notifications', () => system.closeAll());
  shutdown.add('notifications', () => notifications.stop());
}
