import { Address, Cell, loadMessageRelaxed, type Transaction } from '@ton/core';
import { LRUCache } from 'lru-cache';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import { KeyedMutex } from '../../core/concurrency/keyed-mutex.ts';
import { message } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import { TransactionSearch } from '../chain/index.ts';
import { readLastIfAgreed } from '../chain/runtime.ts';
import type { Draft } from './drafts/draft.ts';
import type { OrderRecord } from './order.ts';
import { wasAccepted } from './outbox/transaction-result.ts';
import type { Payers } from './payers.ts';
import type { OrderRepository } from './repository/order-repository.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Maximum difference of the clocks of this computer and of the chain. */
const clockMs = 10 * 60 * 1000;

/** Limit of kept searches, which continue when the same purpose is ordered again. */
const maxSearches = 1000;

export interface LateOrdersOptions {
  payers: Pick<Payers, 'chain' | 'second'>;
  orders: Pick<OrderRepository, 'expiredFor' | 'setReceived'>;
  clock: Clock;
}

/** Finds expired orders that reached their contract after all. */
export class LateOrders {
  readonly #options: LateOrdersOptions;
  /** By order. */
  readonly #searches = new LRUCache<number, TransactionSearch>({ max: maxSearches });
  readonly #turns = new KeyedMutex();

  constructor(options: LateOrdersOptions) {
    this.#options = options;
  }

  /**
   * Checks that no expired order for the same purpose reached its contract, before a wallet elsewhere is asked to pay:
   * the event of a paid order may be late. An order that reached it is open again.
   * @throws NodeError `order_open` when one did, `chain_unavailable` when that is not certain
   */
  async check(user: string, { purpose, kind }: Draft): Promise<void> {
    // The platform reports a registration in the transaction that receives it, so it is never late.
    if (kind === 'register') return;
    const { orders, clock } = this.#options;
    for (const order of orders.expiredFor(user, purpose, clock() - dayMs)) {
      const isThere = await this.#turns.run(String(order.id), () => this.#wasAccepted(order));
      if (!isThere) continue;
      await orders.setReceived(order.id, clock());
      throw new NodeError(
        'order_open',
        message('orders.earlierDelivered', { at: toTimestamp(order.createdAt) }),
      );
    }
  }

  /** Drops all searches, because the chain was replaced. */
  clear(): void {
    this.#searches.clear();
  }

  /** @throws NodeError `chain_unavailable` when that is not certain */
  async #wasAccepted(order: OrderRecord): Promise<boolean> {
    const { chain, second } = this.#options.payers;
    const body = bodyOf(order.message);
    const target = Address.parseRaw(order.target);
    const search = this.#searches.get(order.id) ?? new TransactionSearch();
    this.#searches.set(order.id, search);
    if (!search.isUnfinished) {
      const last = await readLastIfAgreed(chain, second, target);
      if (last === undefined) throw unknown();
      if (last === null) return false;
      search.begin(last);
    }
    const found = await search.run(chain, target, {
      matches: (transaction) => isOf(order, body, transaction),
      isTooOld: ({ now }) => now * 1000 < order.createdAt - clockMs,
    });
    if (found === 'unsure' || found === 'left_out') throw unknown();
    return found !== undefined;
  }
}

/** Returns whether a transaction fulfilled the order; anybody can send copies of the message. */
function isOf({ kind, payer }: OrderRecord, body: Cell, transaction: Transaction): boolean {
  const { inMessage } = transaction;
  if (inMessage?.info.type !== 'internal' || !inMessage.body.equals(body)) return false;
  // When an offer is bought, the sender gets the licence.
  const isForPayer = kind !== 'buy_offer' || inMessage.info.src.toRawString() === payer;
  return isForPayer && wasAccepted(transaction);
}

const unknown = () => new NodeError('chain_unavailable', 'orders.earlierUnknown');

function bodyOf(boc: Buffer): Cell {
  const [cell] = Cell.fromBoc(boc);
  return loadMessageRelaxed((cell ?? Cell.EMPTY).beginParse()).body;
}
