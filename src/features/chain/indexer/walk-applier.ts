import { setTimeout as rest } from 'node:timers/promises';
import { readTransaction } from '../cells/transaction.ts';
import type { ChainEvent } from './chain-event.ts';
import type { ChainIndexRepository } from './chain-index-repository.ts';
import type { EventWriter } from './event-writer.ts';
import type { ChainPlatformRepository } from './platform-repository.ts';

/** Duration of a database transaction, short because it blocks every request; the pause after it is as long. */
const sliceMs = 10;
const batchSize = 50;

export interface WalkApplierOptions {
  platforms: ChainPlatformRepository;
  index: ChainIndexRepository;
  writer: EventWriter;
  /** Id of the platform in the database. */
  id: number;
  /** Called in the database transaction that adds the event to the index. */
  onEvent: (event: ChainEvent) => void;
  /** Called after each database transaction that changed something. */
  onChange: () => void;
}

/** Applies walked transactions to the index, oldest first, in slices that include the cursor. */
export class WalkApplier {
  readonly #options: WalkApplierOptions;

  constructor(options: WalkApplierOptions) {
    this.#options = options;
  }

  /**
   * Applies all walked transactions.
   * @param atEnd runs in the last database transaction
   * @throws the signal's reason, between two slices; the rest is applied next time
   */
  async run(atEnd: () => void, signal: AbortSignal): Promise<void> {
    const { platforms, index, id, onChange } = this.#options;
    for (let isMore = true; isMore; ) {
      const start = performance.now();
      const events: ChainEvent[] = [];
      isMore = platforms.transaction(() => {
        const isLeft = this.#slice(events, () => performance.now() - start > sliceMs);
        platforms.prune(id);
        if (!isLeft) atEnd();
        return isLeft;
      });
      if (events.length > 0) {
        index.mergeSearchIndex();
        onChange();
      }
      if (isMore) await rest(performance.now() - start, undefined, { signal });
    }
  }

  /** @returns whether transactions are left */
  #slice(events: ChainEvent[], isTimeUp: () => boolean): boolean {
    const { platforms, writer, id, onEvent } = this.#options;
    const walked = platforms.walked(id, platforms.state(id).cursor, batchSize);
    for (const [at, transaction] of walked.entries()) {
      const { boc } = transaction;
      for (const event of boc ? writer.write(readTransaction(boc)) : []) {
        onEvent(event);
        events.push(event);
      }
      platforms.setApplied(id, transaction);
      if (at + 1 < walked.length && isTimeUp()) return true;
    }
    return walked.length === batchSize;
  }
}
