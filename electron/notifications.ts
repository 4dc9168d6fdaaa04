import { Notification } from 'electron';
import type { NotificationKind } from '../src/contract/desktop.ts';
import type { NodeNews } from '../src/contract/node-news.ts';
import { say } from './words.ts';

interface NotificationsOptions {
  isWanted: (kind: NotificationKind) => boolean;
  /** In milliseconds: what happened before is no news on this computer. */
  since: number;
  /** Whether the person looks at this page of the dashboard now. */
  isLookingAt: (path: string) => boolean;
  open: (path: string) => void;
}

interface Text {
  title: string;
  body: string;
}

/** What comes within this time is told at once, and the next of its kind not before it is over. */
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
  readonly #waiting = new Map<NotificationKind, NodeNews[]>();
  /** Electron forgets those that nobody holds, and then a click does nothing. */
  readonly #shown = new Map<NotificationKind, Notification>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(options: NotificationsOptions) {
    this.#options = options;
  }

  tell(news: NodeNews): void {
    const { isWanted, since } = this.#options;
    if (!isWanted(news.kind) || ('at' in news && news.at < since)) return;
    const waiting = this.#waiting.get(news.kind);
    if (waiting) {
      waiting.push(news);
      return;
    }
    this.#waiting.set(news.kind, [news]);
    this.#tellSoon(news.kind);
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    for (const shown of this.#shown.values()) shown.close();
  }

  #tellSoon(kind: NotificationKind): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      const news = this.#waiting.get(kind) ?? [];
      this.#waiting.delete(kind);
      this.#show(textOf(news), paths[kind], kind);
    }, togetherMs);
    this.#timers.add(timer);
  }

  #show({ title, body }: Text, path: string, kind: NotificationKind): void {
    const { isLookingAt, open } = this.#options;
    if (isLookingAt(path) || !Notification.isSupported()) return;
    this.#shown.get(kind)?.close();
    const shown = new Notification({ title, body: isMarkup ? escaped(body) : body });
    shown.on('click', () => open(path));
    this.#shown.set(kind, shown);
    shown.show();
  }
}

/** On Linux the body has tags (Desktop Notifications Specification); titles are other people's words. */
const isMarkup = process.platform === 'linux';
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function textOf(news: readonly NodeNews[]): Text {
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
