import type { Logger } from '../../../core/log/logger.ts';
import type { ChainAccess } from '../../chain/index.ts';
import { WalletAccount, type WalletMessage } from '../wallet/wallet-account.ts';
import type { WalletFile } from '../wallet/wallet-file.ts';
import { WalletTransfers } from '../wallet/wallet-transfers.ts';
import { NodeUser } from './node-user.ts';

export interface PracticePersonOptions {
  file: WalletFile;
  chain: ChainAccess;
  nodeUrl: string;
  logger: Logger;
  signal: AbortSignal;
}

/** An order costs more than the person pays. */
export class TooExpensiveError extends Error {}

/** Somebody of the practice network with a wallet of their own, which confirms by itself. */
export class PracticePerson {
  readonly account: WalletAccount;
  readonly user: NodeUser;
  readonly signal: AbortSignal;
  readonly #file: WalletFile;
  readonly #logger: Logger;
  readonly #transfers: WalletTransfers;

  constructor({ file, chain, nodeUrl, logger, signal }: PracticePersonOptions) {
    this.account = new WalletAccount(file.seed);
    this.user = new NodeUser({ nodeUrl, account: this.account, signal });
    this.signal = signal;
    this.#file = file;
    this.#logger = logger;
    this.#transfers = new WalletTransfers({
      account: this.account,
      chain,
      load: () => file.value.transfer,
      save: (transfer) => file.change({ transfer }),
      settle: ({ purpose }, isExecuted) =>
        file.change({ transfer: undefined, ...(isExecuted && { done: [...file.value.done, purpose] }) }),
      signal,
    });
  }

  /** Finishes what an earlier run has signed. */
  resume(): Promise<void> {
    return this.#transfers.resume();
  }

  hasDone(purpose: string): boolean {
    return this.#file.value.done.includes(purpose);
  }

  /** Returns how many purposes with this beginning are done. */
  done(beginning: string): number {
    return this.#file.value.done.filter((purpose) => purpose.startsWith(beginning)).length;
  }

  note(purpose: string): void {
    if (!this.hasDone(purpose)) this.#file.change({ done: [...this.#file.value.done, purpose] });
  }

  /**
   * Signs and sends the message of an order, once for each purpose.
   * @param maxAmount in nanograms
   * @throws TooExpensiveError for a larger amount
   */
  async pay(
    purpose: string,
    { address, amount, payload, valid_until: validUntil }: WalletMessage & { valid_until: number },
    maxAmount = 1_000_000_000n,
  ): Promise<void> {
    if (BigInt(amount) > maxAmount) throw new TooExpensiveError();
    await this.#transfers.send({ purpose, validUntil, messages: [{ address, amount, payload }] });
  }

  report(error: unknown): void {
    this.#logger.warn({ err: error }, 'a practice person could not act');
  }
}
