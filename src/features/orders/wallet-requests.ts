import { Cell, loadMessageRelaxed } from '@ton/core';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/log/logger.ts';
import { globalIds } from '../../core/ton/global-ids.ts';
import { formatTonAddress, type RawAddress } from '../../core/ton/ton-address.ts';
import type { ChainNetwork } from '../chain/index.ts';
import { type OrderRecord, unsentReplies } from './order.ts';
import type { ConnectedWallets, WalletConnectionKey } from './order-context.ts';
import { isTestOnly } from './order-responses.ts';
import type { OrderRepository } from './repository/order-repository.ts';

/** Formats the message of an order for wallets (TON Connect): address bounceable and friendly, base64 of a BoC. */
export function walletMessage(order: OrderRecord, network: ChainNetwork) {
  const [cell] = Cell.fromBoc(order.message);
  const { body } = loadMessageRelaxed((cell ?? Cell.EMPTY).beginParse());
  return {
    address: formatTonAddress(order.target, { bounceable: true, testOnly: isTestOnly(network) }),
    amount: order.amount.toString(),
    payload: body.toBoc().toString('base64'),
  };
}

/** A network on which wallets can be asked to send. */
export type WalletNetwork = Exclude<ChainNetwork, 'off'>;

export interface WalletRequestsOptions {
  network: WalletNetwork;
  wallets: ConnectedWallets;
  orders: Pick<OrderRepository, 'get' | 'setAsked' | 'setReply'>;
  clock: Clock;
  logger: Logger;
  onChange: () => void;
}

/** Asks connected wallets to send orders; only the index settles them. */
export class WalletRequests {
  readonly #options: WalletRequestsOptions;

  constructor(options: WalletRequestsOptions) {
    this.#options = options;
  }

  /** Returns whether this node can ask that wallet and receive its reply. */
  reaches(key: WalletConnectionKey, wallet: RawAddress): boolean {
    return this.#options.wallets.of(key) === wallet;
  }

  /**
   * Sends an order to a wallet, unless it was asked before and may still sign, because two signatures would pay twice.
   * @returns whether the wallet is asked now or was asked before
   */
  async send(order: OrderRecord, key: WalletConnectionKey, from: RawAddress): Promise<boolean> {
    const { network, wallets, orders, clock } = this.#options;
    if (wasAsked(order)) return true;
    if (order.state !== 'open' || clock() >= order.validUntil) return false;
    if (!this.reaches(key, from)) return false;
    // The reply is stored first, because a wallet must not be asked again after a crash.
    if (!(await orders.setAsked(order.id, clock()))) return wasAsked(orders.get(order.queryId));
    const replied = wallets.ask(key, {
      validUntil: Math.floor(order.validUntil / 1000),
      network: String(globalIds[network]),
      from,
      messages: [walletMessage(order, network)],
    });
    this.#note(order, replied ?? Promise.resolve('undelivered'));
    return true;
  }

  #note(order: OrderRecord, replied: NonNullable<ReturnType<ConnectedWallets['ask']>>): void {
    const { orders, logger, onChange } = this.#options;
    replied
      .catch(() => 'unanswered' as const)
      .then(async (reply) => {
        await orders.setReply(order.id, reply);
        onChange();
      })
      .catch((error: unknown) => logger.error({ err: error }, 'the reply of a wallet could not be saved'));
  }
}

/** Returns whether a wallet was asked and may still sign. */
const wasAsked = (order: OrderRecord | undefined): boolean =>
  order !== undefined && order.walletReply !== null && !unsentReplies.has(order.walletReply);
