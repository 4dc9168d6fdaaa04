import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/log/logger.ts';
import type { RawAddress } from '../../core/ton/ton-address.ts';
import type { DeliveredKeyRepository } from './repository/delivered-key-repository.ts';

export interface DeliveredKeysOptions {
  rows: Pick<DeliveredKeyRepository, 'add'>;
  clock: Clock;
  logger: Pick<Logger, 'error'>;
  /** Called when a licence got its key for the first time. */
  onFirst: () => void;
}

/** Deliveries that are remembered until they can be recorded. */
const mostUnrecorded = 1000;

/** Records for which licences this node gave out the key. Buyers get their key even where that cannot be recorded. */
export class DeliveredKeys {
  readonly #options: DeliveredKeysOptions;
  /** When the deliveries were that a full disk kept from being recorded, in milliseconds. */
  readonly #unrecorded = new Map<RawAddress, number>();

  constructor(options: DeliveredKeysOptions) {
    this.#options = options;
  }

  /** Records a delivery; one that cannot be recorded is recorded with a later one. */
  record(licence: RawAddress): void {
    const { rows, clock, logger, onFirst } = this.#options;
    if (!this.#unrecorded.has(licence)) this.#unrecorded.set(licence, clock());
    let isFirst = false;
    try {
      for (const [delivered, at] of this.#unrecorded) {
        isFirst = rows.add(delivered, at) || isFirst;
        this.#unrecorded.delete(delivered);
      }
    } catch (error) {
      logger.error({ err: error }, 'the delivery of a key could not be recorded');
      for (const oldest of [...this.#unrecorded.keys()].slice(0, -mostUnrecorded))
        this.#unrecorded.delete(oldest);
    }
    if (isFirst) onFirst();
  }
}
