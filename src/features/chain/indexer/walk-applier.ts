import { setTimeout as rest } from 'node:timers/promises';
import { Cell, loadTransaction } from '@ton/core';
import type { ChainEvent } from './chain-event.ts';
import type { ChainIndexRepository } from './chain-index-repository.ts';
import type { EventWriter } from './event-writer.ts';
import type { ChainPlatformRepository } from './platform-repository.ts';

/** A transaction holds up every request, so it ends soon and the next one waits as long as it took. */
const sliceMs = 10;
const batchSize = 50;

export interface WalkApplierOptions {
  platforms: ChainPlatformRepository;
  index: ChainIndexRepository;
  writer: EventWriter;
  /** Of the platform in the database. */
  id: number;
  /** Called within the database transaction that has the event in the index: both happen, or none. */
  onEvent: (event: ChainEvent) => void;
  /** After each database transaction in which something happened. */
  onChange: () => void;
}

/** Brings what a walk has come by into the index, oldest first, in slices: each with its cursor. */
export class WalkApplier {
  readonly #options: WalkApplierOptions;

  constructor(options: WalkApplierOptions) {
    this.#options = options;
  }

  /**
   * @param atEnd is done within the last database transaction
   * @throws the signal's reason, between two slices; what is left is applied next time
   */
  async run(atEnd: () => void, signal: AbortSignal): Promise<void> {
    const { platforms, index, onChange } = this.#options;
    for (let isMore = true; isMore; ) {
      const start = performance.now();
      const events: ChainEvent[] = [];
      isMore = platforms.transaction(() => {
        const isLeft = this.#slice(events, () => performance.now() - start > sliceMs);
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

  /** @returns whether something is left */
  #slice(events: ChainEvent[], isTimeUp: () => boolean): boolean {
    const { platforms, writer, id, onEvent } = this.#options;
    const walked = platforms.walked(id, platforms.state(id).cursor, batchSize);
    for (const [at, transaction] of walked.entries()) {
      const { boc } = transaction;
      for (const event of boc ? writer.write(transactionIn(boc)) : []) {
        onEvent(event);
        events.push(event);
      }
      platforms.setApplied(id, transaction);
      if (at + 1 < walked.length && isTimeUp()) return true;
    }
    return walked.length === batchSize;
  }
}

const transactionIn = (boc: Buffer) => loadTransaction(Cell.fromBoc(boc)[0]?.beginParse() ?? empty());

function empty(): never {
  throw new Error('A transaction was kept without its bytes.');
}
