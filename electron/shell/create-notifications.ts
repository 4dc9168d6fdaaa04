import { Notification } from 'electron';
import type { NotificationKind } from '../../src/contract/ipc.ts';
import { NotificationQueue, type NotificationText } from '../notifications/notifications.ts';
import type { ShellOptions, ShellServices } from './shell-options.ts';

/** Shows events of the node as system notifications until the shutdown. */
export function createNotifications(
  { node, preferences, shutdown }: ShellOptions,
  { window, page }: Pick<ShellServices, 'window' | 'page'>,
): void {
  const system = new SystemNotifications();
  const notifications = new NotificationQueue({
    isWanted: (kind) => preferences.get().notifications[kind],
    since: Math.min(preferences.get().first_start, Date.now()),
    isViewing: (path) => window.isViewing(path),
    open: (path) => {
      window.show();
      page.send({ kind: 'go', path });
    },
    show: system.show,
  });
  node.monitor.onNotification((notification) => notifications.add(notification));
  shutdown.add('shown notifications', () => system.closeAll());
  shutdown.add('notifications', () => notifications.stop());
}

/**
 * Whether the body supports markup, as on Linux (Desktop Notifications Specification). It must be escaped, because
 * other users choose the titles in it.
 */
const isMarkup = process.platform === 'linux';
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Shows notifications of the system; a new one replaces the previous one of its kind. */
class SystemNotifications {
  /** Keeps references, because a notification without one is garbage-collected and ignores clicks. */
  readonly #shown = new Map<NotificationKind, Notification>();

  show = (kind: NotificationKind, { title, body }: NotificationText, onClick: () => void): void => {
    if (!Notification.isSupported()) return;
    this.#shown.get(kind)?.close();
    const shown = new Notification({ title, body: isMarkup ? escaped(body) : body });
    shown.on('click', onClick);
    this.#shown.set(kind, shown);
    shown.show();
  };

  closeAll(): void {
    for (const shown of this.#shown.values()) shown.close();
  }
}
