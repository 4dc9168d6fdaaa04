import type { NotificationKind } from '../../src/contract/ipc.ts';
import type { NodeNotification } from '../../src/contract/shell/node-notifications.ts';
import { t } from '../i18n/translate.ts';

interface NotificationsOptions {
  isWanted: (kind: NotificationKind) => boolean;
  /** In milliseconds; earlier events cause no notification. */
  since: number;
  /** Whether the user views this page of the dashboard now. */
  isViewing: (path: string) => boolean;
  open: (path: string) => void;
  show: (kind: NotificationKind, text: NotificationText, onClick: () => void) => void;
}

export interface NotificationText {
  title: string;
  body: string;
}

/** Events of one kind within this time share a notification. */
const mergeMs = 3000;
const paths: Record<NotificationKind, string> = {
  peer_trouble: '/node/peers',
  sale: '/wallet',
  purchase: '/library/bought',
  disk_low: '/node/storage',
};

/** Shows events of the node as system notifications: merged, and not those of the page that the user views. */
export class NotificationQueue {
  readonly #options: NotificationsOptions;
  readonly #waiting = new Map<NotificationKind, NodeNotification[]>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(options: NotificationsOptions) {
    this.#options = options;
  }

  add(notification: NodeNotification): void {
    const { kind } = notification;
    if (!this.#isWanted(notification)) return;
    const waiting = this.#waiting.get(kind);
    if (waiting) waiting.push(notification);
    else this.#begin(kind, notification);
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #isWanted(notification: NodeNotification): boolean {
    const { isWanted, isViewing, since } = this.#options;
    const isOld = 'at' in notification && notification.at < since;
    return !isOld && isWanted(notification.kind) && !isViewing(paths[notification.kind]);
  }

  #begin(kind: NotificationKind, first: NodeNotification): void {
    this.#waiting.set(kind, [first]);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      const wanted = (this.#waiting.get(kind) ?? []).filter((each) => this.#isWanted(each));
      this.#waiting.delete(kind);
      const path = pathOf(kind, wanted);
      if (wanted.length > 0) this.#options.show(kind, textOf(wanted), () => this.#options.open(path));
    }, mergeMs);
    this.#timers.add(timer);
  }
}

/** Returns the page of a single sold item, which lists its buyers, otherwise the page for events of this kind. */
function pathOf(kind: NotificationKind, notifications: readonly NodeNotification[]): string {
  const [first] = notifications;
  return first?.kind === 'sale' && notifications.length === 1
    ? `/item/${encodeURIComponent(first.content_address)}?tab=sharing`
    : paths[kind];
}

function textOf(notifications: readonly NodeNotification[]): NotificationText {
  const [first] = notifications;
  const count = notifications.length;
  switch (first?.kind) {
    case 'peer_trouble': {
      if (count > 1) return { title: t('notify.peers.title'), body: t('notify.peers', { count }) };
      const { host, state } = first;
      return {
        title: t(`notify.peer.${state}.title`),
        body: t(`notify.peer.${state}`, { host: new URL(host).host }),
      };
    }
    case 'sale':
      return count > 1
        ? { title: t('notify.sales.title'), body: t('notify.sales', { count }) }
        : { title: t('notify.sale.title'), body: t('notify.sale', { title: safeTitle(first.title) }) };
    case 'purchase':
      return count > 1
        ? { title: t('notify.purchases.title'), body: t('notify.purchases', { count }) }
        : {
            title: t('notify.purchase.title'),
            body: t('notify.purchase', { title: safeTitle(first.title) }),
          };
    case 'disk_low':
    case undefined:
      return { title: t('notify.disk.title'), body: t('notify.disk') };
  }
}

/** Returns the first 80 characters of a title, without those that change the text around it, like direction marks. */
const safeTitle = (title: string): string =>
  [...title.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')].slice(0, 80).join('');
