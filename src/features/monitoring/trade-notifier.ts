import type { NodeNotification } from '../../contract/shell/node-notifications.ts';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import { contentIdOf } from '../../core/content-id.ts';
import type { Activity } from '../../core/events/activity.ts';
import { message } from '../../core/messages/message.ts';
import { formatTonAddress, type RawAddress } from '../../core/ton/ton-address.ts';
import type { ChainContent, ChainEvent } from '../chain/index.ts';

/** A sale or purchase of the owner. */
export interface Trade {
  notification: Extract<NodeNotification, { kind: 'sale' | 'purchase' }>;
  /** undefined when the item names no file. */
  contentId: string | undefined;
  /** In nanograms. */
  price: string;
  /** Address of the wallet that bought. */
  buyer: string;
}

/** Returns the entry of the activity log for a sale or purchase. */
export function tradeActivity({ notification, contentId, price, buyer }: Trade): Activity {
  const time = toTimestamp(notification.at);
  return {
    kind: 'wallet',
    actor: { type: 'node', name: '' },
    subject: contentId,
    detail:
      notification.kind === 'sale'
        ? message('activity.sold', { buyer, price, time })
        : message('activity.bought', { price, time }),
  };
}

export interface TradeNotifierOptions {
  contentAt: (address: RawAddress) => ChainContent | undefined;
  /** Returns whether a wallet belongs to this node's owner. */
  isOwn: (wallet: RawAddress) => boolean;
  testOnly: boolean;
  notify: (trade: Trade) => void;
  clock: Clock;
}

/** Maximum age of a trade that is reported; older events come from reading the chain again, e.g. on another computer. */
const maxAgeMs = 7 * 24 * 3600 * 1000;

/** Reports the owner's sales and purchases after they are committed to the index. */
export class TradeNotifier {
  readonly #options: TradeNotifierOptions;
  readonly #waiting = new Map<RawAddress, Trade>();

  constructor(options: TradeNotifierOptions) {
    this.#options = options;
  }

  /**
   * Records an event, in the transaction in which the indexer writes it.
   * @param isOurs whether it was ordered here
   */
  note(event: ChainEvent, isOurs: boolean): void {
    if (event.type !== 'licence_issued' && event.type !== 'licence_moved') return;
    const { contentAt, isOwn, clock } = this.#options;
    if (clock() - event.at > maxAgeMs) return;
    const isForUs = isOwn(event.owner);
    const content = contentAt(event.content);
    if (!content) return;
    const isSale = !isForUs && event.type === 'licence_issued' && isOwn(content.owner);
    const kind = isSale ? 'sale' : isForUs && isOurs ? 'purchase' : undefined;
    if (!kind) return;
    this.#waiting.set(event.licence, {
      notification: { kind, at: event.at, ...this.#named(content) },
      contentId: content.sha256 && contentIdOf(content.sha256),
      price: String(event.price),
      buyer: formatTonAddress(event.owner, { bounceable: false, testOnly: this.#options.testOnly }),
    });
  }

  /** Reports the recorded trades, after that transaction is committed. */
  notify(): void {
    const trades = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const trade of trades) this.#options.notify(trade);
  }

  #named({ title, address }: ChainContent) {
    const { testOnly } = this.#options;
    return { title, content_address: formatTonAddress(address, { bounceable: true, testOnly }) };
  }
}
