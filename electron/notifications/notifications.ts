import type { NotificationKind } from '../../src/contract/ipc.ts';
import type { NodeNotification } from '../../src/contract/node-notifications.ts';
import { say } from '../words.ts';

interface NotificationsOptions {
  isWanted: (kind: NotificationKind) => boolean;
  /** In milliseconds: what happened before is no news on this computer. */
  since: number;
  /** Whether the person looks at this page of the dashboard now. */
  isLookingAt: (path: string) => boolean;
  open: (path: string) => void;
  show: (kind: NotificationKind, text: NotificationText, onClick: () => void) => void;
}

export interface NotificationText {
  title: string;
  body: string;
}

/** News of one kind that come within this time are told together. */
const togetherMs = 3000;
const paths: Record<NotificationKind, string> = {
  peer_trouble: '/peers',
  sale: '/wallet',
  purchase: '/library',
  disk_low: '/storage',
};

/** Tells news by notifications of the system: few, without secrets, and not what the person looks at. */
export class Notifications {
  readonly #options: NotificationsOptions;
  readonly #waiting = new Map<NotificationKind, NodeNotification[]>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(options: NotificationsOptions) {
    this.#options = options;
  }

  tell(news: NodeNotification): void {
    const { kind } = news;
    if (!this.#isWanted(news)) return;
    const waiting = this.#waiting.get(kind);
    if (waiting) waiting.push(news);
    else this.#begin(kind, news);
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #isWanted(news: NodeNotification): boolean {
    const { isWanted, isLookingAt, since } = this.#options;
    const isOld = 'at' in news && news.at < since;
    return !isOld && isWanted(news.kind) && !isLookingAt(paths[news.kind]);
  }

  #begin(kind: NotificationKind, first: NodeNotification): void {
    this.#waiting.set(kind, [first]);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      const news = (this.#waiting.get(kind) ?? []).filter((one) => this.#isWanted(one));
      this.#waiting.delete(kind);
      const path = paths[kind];
      if (news.length > 0) this.#options.show(kind, textOf(news), () => this.#options.open(path));
    }, togetherMs);
    this.#timers.add(timer);
  }
}

function textOf(news: readonly NodeNotification[]): NotificationText {
  const [first] = news;
  const count = news.length;
  switch (first?.kind) {
    case 'peer_trouble': {
      if (count > 1) return { title: say('notify.peers.title'), body: say('notify.peers', { count }) };
      const { host, state } = first;
      return {
        title: say(`notify.peer.${state}.title`),
        body: say(`notify.peer.${state}`, { host: new URL(host).host }),
      };
    }
    case 'sale':
      return count > 1
        ? { title: say('notify.sales.title'), body: say('notify.sales', { count }) }
        : { title: say('notify.sale.title'), body: say('notify.sale', { title: shortened(first.title) }) };
    case 'purchase':
      return count > 1
        ? { title: say('notify.purchases.title'), body: say('notify.purchases', { count }) }
        : {
            title: say('notify.purchase.title'),
            body: say('notify.purchase', { title: shortened(first.title) }),
          };
    default:
      return { title: say('notify.disk.title'), body: say('notify.disk') };
  }
}

/** Direction marks would turn the words around it. */
const shortened = (title: string): string =>
  [...title.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')].slice(0, 80).join('');
