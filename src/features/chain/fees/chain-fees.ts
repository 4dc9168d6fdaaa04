import type { Cell } from '@ton/core';
import type { Clock } from '../../../core/clock.ts';
import { NodeError } from '../../../core/node-error.ts';
import {
  areAtMost,
  type ChainPrices,
  forwardParameter,
  gasParameter,
  highestPrices,
  readPrices,
} from './chain-prices.ts';
import { sendingFees } from './sending-fees.ts';

export interface ChainFeesOptions {
  /** Reads a parameter of the chain's configuration. @throws NodeError `chain_unavailable` */
  configParameter: (number: number) => Promise<Cell>;
  clock: Clock;
}

/** Interval between reads of the prices, which validators change some times a year. */
const intervalMs = 24 * 60 * 60 * 1000;

/** Calculates fees from the prices in the chain's configuration. */
export class ChainFees {
  readonly #options: ChainFeesOptions;
  #prices: ChainPrices = highestPrices;
  #readAt: number | undefined;
  #reading: Promise<void> | undefined;

  constructor(options: ChainFeesOptions) {
    this.#options = options;
  }

  /**
   * Reads the prices unless they were read within a day.
   * @throws NodeError `chain_unavailable`
   */
  async refresh(): Promise<void> {
    const { clock } = this.#options;
    if (this.#readAt !== undefined && Math.abs(clock() - this.#readAt) < intervalMs) return;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  /**
   * Checks that the amount for deploying a platform suffices; all other fees come from `get_fees` of the platform.
   * @throws NodeError `chain_unavailable`
   */
  async check(): Promise<void> {
    await this.refresh();
    if (!areAtMost(this.#prices, highestPrices)) {
      throw new NodeError('chain_unavailable', 'chain.feesTooHigh');
    }
  }

  /**
   * Returns the fees that a wallet of this node needs besides the amount, in nanograms.
   * @param message BoC of the internal message
   */
  sending(message: Buffer): bigint {
    return sendingFees(message, this.#prices);
  }

  async #read(): Promise<void> {
    const { configParameter, clock } = this.#options;
    const [gas, forward] = [await configParameter(gasParameter), await configParameter(forwardParameter)];
    try {
      this.#prices = readPrices(gas, forward);
    } catch {
      throw new NodeError('chain_unavailable', 'chain.pricesUnreadable');
    }
    this.#readAt = clock();
  }
}
