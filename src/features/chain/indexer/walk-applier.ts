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
  /** Called in the command that adds the event to the index, perhaps again; changes nothing but the database. */
  onEvent: (event: ChainEvent) => void;
  /** Called with the events of a command when it is committed. */
  onEvents?: ((events: readonly ChainEvent[]) => void) | undefined;
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
   * @param atEnd writes in the last command
   * @throws the signal's reason, between two slices; the rest is applied next time
   */
  async run(atEnd: () => void, signal: AbortSignal): Promise<void> {
    const { platforms, index, id, onEvents, onChange } = this.#options;
    for (let isMore = true; isMore; ) {
      const start = performance.now();
      const { events, isLeft } = await platforms.write(() => {
        const begin = performance.now();
        const slice = this.#slice(() => performance.now() - begin > sliceMs);
        platforms.prune(id);
        if (!slice.isLeft) atEnd();
        return slice;
      });
      if (events.length > 0) {
        index.mergeSearchIndex();
        onEvents?.(events);
        onChange();
      }
      isMore = isLeft;
      if (isMore) await rest(performance.now() - start, undefined, { signal });
    }
  }

  #slice(isTimeUp: () => boolean): { events: ChainEvent[]; isLeft: boolean } {
    const { platforms, writer, id, onEvent } = this.#options;
    const events: ChainEvent[] = [];
    const walked = platforms.walked(id, platforms.state(id).cursor, batchSize);
    for (const [at, transaction] of walked.entries()) {
      const { boc } = transaction;
      for (const event of boc ? writer.write(readTransaction(boc)) : []) {
        onEvent(event);
        events.push(event);
      }
      platforms.setApplied(id, transaction);
      if (at + 1 < walked.length && isTimeUp()) return { events, isLeft: true };
    }
    return { events, isLeft: walked.length === batchSize };
  }
}
