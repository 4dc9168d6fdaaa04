import { Address, Cell, loadMessageRelaxed, type Transaction } from '@ton/core';
import type { Message } from '../../../contract/messages/message.ts';
import type { Clock } from '../../../core/clock.ts';
import { LeaseLostError } from '../../../core/concurrency/leader.ts';
import type { Logger } from '../../../core/log/logger.ts';
import { NodeError } from '../../../core/node-error.ts';
import { type ChainAccess, type OwnWallet, TransactionSearch, type WalletState } from '../../chain/index.ts';
import { type AgreedLast, type AgreedState, readIfAgreed, readLastIfAgreed } from '../../chain/runtime.ts';
import { type OrderRecord, type SignedMessage, walletToContractMs } from '../order.ts';
import type { OrderFees } from '../order-context.ts';
import type { OrderRepository } from '../repository/order-repository.ts';
import { outboxNotes } from './outbox-notes.ts';
import { bodyHash, signMessage } from './signed-message.ts';
import { wasSentBack } from './transaction-result.ts';

/** Interval between searches for a message that is later than its deadline. */
const lateMs = 60_000;

/** SENDRAWMSG: send the whole balance. */
export const sendAll = 128;

export interface OutboxOptions {
  wallet: OwnWallet;
  chain: ChainAccess;
  /** Another service that has to confirm the responses of the chain; undefined: no confirmation. */
  second?: ChainAccess | undefined;
  fees: Pick<OrderFees, 'refresh' | 'sending'>;
  orders: Pick<OrderRepository, 'unsettledOf' | 'setSignedMessage' | 'setSent' | 'setReceived' | 'end'>;
  clock: Clock;
  logger: Logger;
  /**
   * Obtains test money.
   * @param nanoTon the missing amount
   */
  topUp?: ((nanoTon: bigint) => Promise<void>) | undefined;
  /** Interval of polls for pending messages; `wake` polls at once. */
  pollMs: number;
  onChange: () => void;
  /** Whether this process sends; default: yes. Another replica sends while this one does not. */
  isLeading?: (() => boolean) | undefined;
}

type SignedOrder = OrderRecord & SignedMessage;
type SentOrder = OrderRecord & { sentLt: bigint };

const isUnconfirmed = (order: OrderRecord): order is SignedOrder =>
  order.signedMessage !== null && order.sentLt === null;
const isOnChain = (order: OrderRecord): order is SentOrder => order.sentLt !== null;

/**
 * Sends and expires the orders of a wallet of this node, one after the other. A signed message is stored before it is
 * sent, and the next one is signed only when the chain shows it or cannot accept it any more.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  /** Time of the last search for each late order, in milliseconds. */
  readonly #followedAt = new Map<number, number>();
  /** The current search of each order. */
  readonly #searches = new Map<number, TransactionSearch>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  #stopped = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Sends waiting orders and follows sent ones. */
  wake(): void {
    if (this.#stopped || this.#options.isLeading?.() === false) return;
    this.#again = true;
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
      if (this.#again) this.wake();
    });
  }

  /** Stops, and resolves when no request is running; open orders continue at the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#again = false;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #work(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      while (this.#again) {
        this.#again = false;
        await this.#step();
      }
    } catch (error) {
      // Without the chain the indexer reports the error, once. Another replica may send from now on.
      const level = error instanceof NodeError || error instanceof LeaseLostError ? 'debug' : 'warn';
      this.#options.logger[level]({ err: error }, 'the outbox of a wallet failed; trying again');
    }
    if (this.#stopped || this.#open().length === 0) return;
    this.#timer = setTimeout(() => this.wake(), this.#options.pollMs);
  }

  #open(): OrderRecord[] {
    const { orders, wallet } = this.#options;
    return orders.unsettledOf(wallet.raw).filter(({ receivedAt }) => receivedAt === null);
  }

  async #step(): Promise<void> {
    for (const order of this.#open().filter(isOnChain)) await this.#follow(order);
    const waiting = this.#open().filter((order) => !isOnChain(order));
    if (waiting.length === 0) return;
    const { chain, second, wallet } = this.#options;
    const state = await readIfAgreed(chain, second, wallet.address);
    if (!state) return;
    const signed = waiting.find(isUnconfirmed);
    if (signed) await this.#followSigned(signed, state);
    else await this.#sendNext(waiting, state);
  }

  /** Finds a signed message on the chain, sends it again, or expires it. */
  async #followSigned(order: SignedOrder, state: AgreedState): Promise<void> {
    if (state.seqno > order.seqno) {
      if (state.last) await this.#findOnChain(order, state.last);
    } else if (state.time * 1000 > order.validUntil + walletToContractMs) {
      await this.#end(order, 'expired', outboxNotes.notAccepted);
    } else {
      await this.#broadcast(order.signedMessage);
    }
  }

  async #findOnChain(order: SignedOrder, last: AgreedLast): Promise<void> {
    const { chain, wallet, orders } = this.#options;
    const hash = bodyHash(order.signedMessage);
    const search = this.#searchOf(order);
    // The transaction with this seqno is `last` or an earlier one, so the search ignores later ones.
    if (!search.isUnfinished) search.begin(last);
    const found = await search.run(chain, wallet.address, {
      matches: ({ inMessage }) =>
        inMessage?.info.type === 'external-in' && inMessage.body.hash().equals(hash),
      isTooOld: ({ lt }) => lt <= order.afterLt,
    });
    // The order stays open until the search is certain; a sent order that counts as expired could be paid twice.
    if (found === 'unsure' || found === 'left_out') return;
    if (!found) return this.#end(order, 'expired', outboxNotes.walletUsedElsewhere);
    const sent = [...found.outMessages.values()].find(({ info }) => info.type === 'internal');
    if (sent?.info.type !== 'internal') return this.#end(order, 'refused', outboxNotes.balanceTooLow, found);
    this.#searches.delete(order.id);
    await orders.setSent(order.id, sent.info.createdLt, found.hash());
    this.#changed();
  }

  /** Checks whether the contract accepted the message. It confirms withdrawals and platforms; the index, other orders. */
  async #follow(order: SentOrder): Promise<void> {
    if (order.kind === 'withdraw' && !canBounce(order)) return this.#end(order, 'confirmed');
    const { chain, second, wallet } = this.#options;
    if (!this.#isDue(order)) return;
    const target = Address.parseRaw(order.target);
    const search = this.#searchOf(order);
    if (!search.isUnfinished) {
      // Services must agree, because a false bounce would allow a second payment.
      const last = await readLastIfAgreed(chain, second, target);
      if (!last) return;
      search.begin(last);
    }
    const found = await search.run(chain, target, {
      matches: ({ inMessage }) =>
        inMessage?.info.type === 'internal' &&
        inMessage.info.createdLt === order.sentLt &&
        inMessage.info.src.equals(wallet.address),
      isTooOld: ({ lt }) => lt < order.sentLt,
    });
    if (typeof found === 'object') await this.#onReceived(order, found);
  }

  #searchOf({ id }: OrderRecord): TransactionSearch {
    const search = this.#searches.get(id) ?? new TransactionSearch();
    this.#searches.set(id, search);
    return search;
  }

  /**
   * Returns whether to search for a message now; late messages are searched less often, because they may take hours.
   */
  #isDue({ id, validUntil }: SentOrder): boolean {
    const now = this.#options.clock();
    if (now <= validUntil + walletToContractMs || this.#searches.get(id)?.isUnfinished) return true;
    if (Math.abs(now - (this.#followedAt.get(id) ?? 0)) < lateMs) return false;
    this.#followedAt.set(id, now);
    return true;
  }

  /** Stores that the contract has the message; the index settles the order. */
  async #setReceived({ id }: SentOrder): Promise<void> {
    const { orders, clock } = this.#options;
    this.#forget(id);
    await orders.setReceived(id, clock());
  }

  #forget(id: number): void {
    this.#followedAt.delete(id);
    this.#searches.delete(id);
  }

  #onReceived(order: SentOrder, transaction: Transaction): Promise<void> {
    if (wasSentBack(transaction)) return this.#end(order, 'refused', outboxNotes.sentBack, transaction);
    if (order.kind === 'withdraw' || order.kind === 'platform') return this.#end(order, 'confirmed');
    return this.#setReceived(order);
  }

  async #sendNext(waiting: OrderRecord[], state: WalletState): Promise<void> {
    const { clock, fees, topUp, orders, wallet } = this.#options;
    const [next] = waiting;
    if (!next) return;
    this.#again = true;
    if (next.validUntil < clock()) return this.#end(next, 'expired', outboxNotes.waitedTooLong);
    await fees.refresh();
    const needed = (next.sendMode & sendAll ? 0n : next.amount) + fees.sending(next.message);
    if (state.balance < needed && topUp) await topUp(needed - state.balance);
    else if (state.balance < needed) return this.#end(next, 'expired', outboxNotes.balanceTooLow);
    const signedMessage = await signMessage(wallet, state, next);
    const afterLt = BigInt(state.last?.lt ?? 0);
    const isStored = await orders.setSignedMessage(next.id, { signedMessage, seqno: state.seqno, afterLt });
    if (!isStored) {
      // Another order of this wallet was signed meanwhile, which the next round sees.
      this.#again = false;
      return;
    }
    this.#options.onChange();
    await this.#broadcast(signedMessage);
  }

  /**
   * Sends the message to the chain service, and to the second one, if any, because a service that withholds messages
   * could stop every order. A refusal is ignored, because the message may have arrived before.
   */
  async #broadcast(signedMessage: Buffer): Promise<void> {
    const { chain, second, logger } = this.#options;
    for (const service of second ? [chain, second] : [chain]) {
      await service.sendFile(signedMessage).catch((error: unknown) => {
        logger.debug({ err: error }, 'the chain refused a signed message');
      });
    }
  }

  async #end(
    order: OrderRecord,
    state: 'confirmed' | 'expired' | 'refused',
    note?: Message,
    transaction?: Transaction,
  ): Promise<void> {
    const { orders, clock } = this.#options;
    this.#forget(order.id);
    await orders.end(order.id, {
      state,
      at: clock(),
      isUnsigned: order.signedMessage === null,
      ...(note !== undefined && { note }),
      ...(transaction && { transaction: transaction.hash() }),
    });
    this.#changed();
  }

  #changed(): void {
    this.#again = true;
    this.#options.onChange();
  }
}

function canBounce({ message }: OrderRecord): boolean {
  const [cell] = Cell.fromBoc(message);
  const { info } = loadMessageRelaxed((cell ?? Cell.EMPTY).beginParse());
  return info.type === 'internal' && info.bounce;
}
