import { Notification } from 'electron';
import type { NotificationKind } from '../../src/contract/ipc.ts';
import type { NotificationText } from './notifications.ts';

/** On Linux the body supports markup (Desktop Notifications Specification), and other users write the titles in it. */
const isMarkup = process.platform === 'linux';
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Shows notifications of the system; a new one replaces the previous one of its kind. */
export class SystemNotifications {
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
