import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Transaction } from '@ton/core';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import { readActivity } from './platform-activity.ts';
import type { ChainPlatformRepository, TransactionId, WalkedTransaction } from './platform-repository.ts';
import { isSame, type PlatformSource, previousOf } from './platform-source.ts';

/** Size of the first page, small because there are usually few new transactions. */
const firstPageSize = 20;
/** Size of further pages, the largest that toncenter allows; the client splits those that are too long. */
const nextPageSize = 100;

export interface PlatformWalkOptions {
  source: PlatformSource;
  platforms: ChainPlatformRepository;
  /** Id of the platform in the database. */
  id: number;
  platform: RawAddress;
  /** Called when the walk is longer than usual. */
  onLong: () => void;
}

/**
 * Walks from a transaction of the platform back to the cursor. Each page is stored, so that walks of any length need
 * little memory and continue after a restart.
 */
export class PlatformWalk {
  readonly #options: PlatformWalkOptions;

  constructor(options: PlatformWalkOptions) {
    this.#options = options;
  }

  /**
   * Begins or continues a walk.
   * @param from the newest transaction that was not walked yet
   * @returns whether it reached the cursor; otherwise the cursor is not on this chain and the walk is removed
   * @throws ChainGap, NodeError, ChainRefusal, or the signal's reason: the walk can continue later
   */
  async run(from: TransactionId, signal: AbortSignal): Promise<boolean> {
    const { source, platforms, id, onLong } = this.#options;
    const { cursor, walk } = platforms.state(id);
    for (let next = from, max = walk ? nextPageSize : firstPageSize; ; max = nextPageSize) {
      const page = await source.page(next, max);
      signal.throwIfAborted();
      const end = page.findIndex((transaction) => previousOf(transaction).lt <= (cursor?.lt ?? 0n));
      const walked = end === -1 ? page : page.slice(0, end + 1);
      const previous = previousOf(walked.at(-1) as Transaction);
      if (end !== -1 && cursor && !isSame(previous, cursor)) {
        await platforms.write(() => platforms.dropWalk(id, cursor));
        return false;
      }
      // Other work runs between the pages.
      await othersTurn();
      signal.throwIfAborted();
      const isEnd = end !== -1;
      const kept = walked.map(this.#toWalked);
      await platforms.write(() => platforms.addWalked(id, kept, isEnd ? undefined : previous));
      if (isEnd) return true;
      onLong();
      next = previous;
    }
  }

  readonly #toWalked = (transaction: Transaction): WalkedTransaction => {
    const isRelevant = readActivity(transaction, this.#options.platform) !== undefined;
    return { lt: transaction.lt, hash: transaction.hash(), boc: isRelevant ? transaction.raw.toBoc() : null };
  };
}
