import { Cell, loadMessageRelaxed } from '@ton/core';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/log/logger.ts';
import { formatTonAddress, type RawAddress } from '../../core/ton/ton-address.ts';
import { type ChainNetwork, networkIds } from '../chain/wallets/service-wallet.ts';
import type { ConnectedWallets, WalletHolder } from './order-context.ts';
import { isTestOnly } from './order-responses.ts';
import type { IntentRepository } from './repository/order-repository.ts';
import { type Intent, unasked } from './repository/order-rows.ts';

/** The message of an intent as wallets take it (TON Connect): address bounceable and friendly, base64 of a BoC. */
export function walletMessage(intent: Intent, network: ChainNetwork) {
  const [cell] = Cell.fromBoc(intent.message);
  const { body } = loadMessageRelaxed((cell ?? Cell.EMPTY).beginParse());
  return {
    address: formatTonAddress(intent.target, { bounceable: true, testOnly: isTestOnly(network) }),
    amount: intent.amount.toString(),
    payload: body.toBoc().toString('base64'),
  };
}

export interface WalletAskerOptions {
  network: ChainNetwork;
  wallets: ConnectedWallets;
  intents: Pick<IntentRepository, 'setReply'>;
  clock: Clock;
  logger: Logger;
  onChange: () => void;
}

/** Asks connected wallets to send what was ordered; only the chain tells what became of it. */
export class WalletAsker {
  readonly #options: WalletAskerOptions;

  constructor(options: WalletAskerOptions) {
    this.#options = options;
  }

  /**
   * Has a wallet asked, unless it was, and may still send it: whoever confirms the same twice pays twice.
   * @returns whether the wallet is asked now, or was before
   */
  ask(intent: Intent, holder: WalletHolder, from: RawAddress): boolean {
    const { network, wallets, intents, clock } = this.#options;
    const { walletReply: reply } = intent;
    if (reply !== null && !unasked.has(reply)) return true;
    if (intent.state !== 'open' || clock() >= intent.validUntil) return false;
    if (wallets.of(holder) !== from) return false;
    // First, as a wallet that was asked must not be asked again after a crash.
    intents.setReply(intent.id, 'asked');
    const replied = wallets.ask(holder, {
      validUntil: Math.floor(intent.validUntil / 1000),
      network: String(networkIds[network]),
      from,
      messages: [walletMessage(intent, network)],
    });
    this.#note(intent, replied ?? Promise.resolve('undelivered'));
    return true;
  }

  #note(intent: Intent, replied: NonNullable<ReturnType<ConnectedWallets['ask']>>): void {
    const { intents, logger, onChange } = this.#options;
    replied
      .catch(() => 'unanswered' as const)
      .then((reply) => {
        intents.setReply(intent.id, reply);
        onChange();
      })
      .catch((error: unknown) => logger.error({ err: error }, 'a wallet’s reply could not be written down'));
  }
}
