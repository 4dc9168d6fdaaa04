import { LeaseLostError } from '../../core/concurrency/leader.ts';
import type { ChainEvent, StoreIndexer } from '../../features/chain/index.ts';
import type { FormerPlatforms } from '../../features/chain/runtime.ts';
import type { GivenLicences } from '../../features/market/index.ts';
import type { TradeNotifier } from '../../features/monitoring/index.ts';
import type { createOrders } from '../../features/orders/index.ts';
import type { ChainDependencies } from './chain-dependencies.ts';

interface Consumers {
  indexer: Pick<StoreIndexer, 'state'>;
  orders: Pick<
    ReturnType<typeof createOrders>,
    'settle' | 'isOwners' | 'resetForNewChain' | 'chainReplaced' | 'expire'
  >;
  trades: Pick<TradeNotifier, 'note' | 'notify'>;
  gifts: Pick<GivenLicences, 'note'>;
  former: Pick<FormerPlatforms, 'check'>;
}

type Node = Pick<
  ChainDependencies,
  'onRegistered' | 'onGiven' | 'onMarket' | 'onOrders' | 'onState' | 'logger'
>;

/** Interval of the check for expired orders, because the index reports only changes. */
const expireEveryMs = 15_000;

/** Forwards events of a chain's index. Its consumers are built after the index and connected before it starts. */
export class ChainEventForwarder {
  readonly #node: Node;
  readonly #isLeading: () => boolean;
  #consumers: Consumers | undefined;
  #expiry: NodeJS.Timeout | undefined;
  /** Events of commands that are not committed yet. */
  readonly #registrations = new WeakSet<ChainEvent>();
  readonly #gifts = new WeakSet<ChainEvent>();

  /** @param isLeading whether this process follows the chain */
  constructor(node: Node, isLeading: () => boolean) {
    this.#node = node;
    this.#isLeading = isLeading;
  }

  connect(consumers: Consumers): void {
    this.#consumers = consumers;
  }

  start(): void {
    this.#expiry = setInterval(() => this.#expire(), expireEveryMs);
  }

  stop(): void {
    clearInterval(this.#expiry);
  }

  /** Runs within the command that stores the event in the index: both are committed, or neither. */
  onEvent(event: ChainEvent): void {
    if (!this.#consumers) return;
    const { orders, trades, gifts } = this.#consumers;
    const isOurs = orders.settle(event);
    trades.note(event, isOurs);
    if (gifts.note(event, isOurs && orders.isOwners(event))) this.#gifts.add(event);
    if (event.type !== 'content_registered' || !event.sha256) return;
    if (isOurs || event.sender === event.owner) this.#registrations.add(event);
  }

  /** Receives the events of a command that is committed. */
  onEvents(events: readonly ChainEvent[]): void {
    for (const event of events) {
      if (this.#gifts.has(event)) this.#node.onGiven();
      if (!this.#registrations.has(event)) continue;
      if (event.type === 'content_registered' && event.sha256) {
        this.#node.onRegistered(event.sha256, event.owner);
      }
    }
  }

  /** Runs within the command that removes the index of a former chain. */
  onWipe(): void {
    this.#consumers?.orders.resetForNewChain();
  }

  onReplaced(): void {
    this.#consumers?.orders.chainReplaced();
    this.#node.onMarket();
  }

  onChange(): void {
    this.#consumers?.trades.notify();
    const isComplete = this.#consumers?.indexer.state().status === 'ok';
    if (isComplete && this.#isLeading()) void this.#consumers?.former.check();
    this.#expire();
    this.#node.onMarket();
    this.#node.onOrders();
    this.#node.onState();
  }

  /** Ends expired orders. Logs errors, because no caller handles them and a full disk must not end the process. */
  #expire(): void {
    if (!this.#consumers || !this.#isLeading()) return;
    const { orders, indexer } = this.#consumers;
    orders.expire(indexer.state().completeUntil).catch((error: unknown) => {
      if (error instanceof LeaseLostError) return;
      this.#node.logger.error({ err: error }, 'ending expired orders failed');
    });
  }
}
