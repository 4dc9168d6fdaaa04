import { Notification } from 'electron';
import type { NotificationKind } from '../../src/contract/ipc.ts';
import type { NotificationText } from './notifications.ts';

/** On Linux the body has tags (Desktop Notifications Specification); titles are other people's words. */
const isMarkup = process.platform === 'linux';
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Notifications of the system, one of each kind at a time: a newer one takes the place of the one before. */
export class SystemNotifications {
  /** Electron forgets those that nobody holds, and then a click does nothing. */
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
