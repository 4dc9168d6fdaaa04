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

/** Limit of deliveries in memory that wait to be recorded. */
const maxUnrecorded = 1000;

/** Records the licences whose keys this node gave out; buyers get their key even where that cannot be recorded. */
export class DeliveredKeys {
  readonly #options: DeliveredKeysOptions;
  /** Times of deliveries that a full disk or a database that does not answer prevented from being recorded, in milliseconds. */
  readonly #unrecorded = new Map<RawAddress, number>();

  constructor(options: DeliveredKeysOptions) {
    this.#options = options;
  }

  /** Records a delivery; where that fails, it is recorded together with a later one. */
  async record(licence: RawAddress): Promise<void> {
    const { rows, clock, logger, onFirst } = this.#options;
    if (!this.#unrecorded.has(licence)) this.#unrecorded.set(licence, clock());
    let isFirst = false;
    try {
      for (const [delivered, at] of this.#unrecorded) {
        isFirst = (await rows.add(delivered, at)) || isFirst;
        this.#unrecorded.delete(delivered);
      }
    } catch (error) {
      logger.error({ err: error }, 'the delivery of a key could not be recorded');
      for (const oldest of [...this.#unrecorded.keys()].slice(0, -maxUnrecorded))
        this.#unrecorded.delete(oldest);
    }
    if (isFirst) onFirst();
  }
}
