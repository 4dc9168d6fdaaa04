import type { NodeNotification } from '../../contract/shell/node-notifications.ts';
import type { Clock } from '../../core/clock.ts';
import { formatTonAddress, type RawAddress } from '../../core/ton/ton-address.ts';
import type { ChainContent, ChainEvent } from '../chain/index.ts';

export interface TradeNewsOptions {
  contentAt: (address: RawAddress) => ChainContent | undefined;
  /** Returns whether a wallet belongs to this node's owner. */
  isOwn: (wallet: RawAddress) => boolean;
  testOnly: boolean;
  notify: (news: NodeNotification) => void;
  clock: Clock;
}

/** Older events are not news, because they come from indexing the chain again on another computer. */
const longestNewsMs = 7 * 24 * 3600 * 1000;

/** Reports the owner's sales and purchases after they are committed to the index. */
export class TradeNews {
  readonly #options: TradeNewsOptions;
  readonly #waiting = new Map<RawAddress, NodeNotification>();

  constructor(options: TradeNewsOptions) {
    this.#options = options;
  }

  /**
   * Records an event within the index's database transaction.
   * @param isOurs whether it was ordered here
   */
  note(event: ChainEvent, isOurs: boolean): void {
    if (event.type !== 'licence_issued' && event.type !== 'licence_moved') return;
    const { contentAt, isOwn, clock } = this.#options;
    if (clock() - event.at > longestNewsMs) return;
    const isForUs = isOwn(event.owner);
    const content = contentAt(event.content);
    if (!content) return;
    const isSale = !isForUs && event.type === 'licence_issued' && isOwn(content.owner);
    const kind = isSale ? 'sale' : isForUs && isOurs ? 'purchase' : undefined;
    if (kind) this.#waiting.set(event.licence, { kind, at: event.at, ...this.#named(content) });
  }

  /** Sends the recorded news after that transaction. */
  notify(): void {
    const news = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const one of news) this.#options.notify(one);
  }

  #named({ title, address }: ChainContent) {
    const { testOnly } = this.#options;
    return { title, content_address: formatTonAddress(address, { bounceable: true, testOnly }) };
  }
}
