import type { Logger } from '../../core/log/logger.ts';
import { NodeError } from '../../core/node-error.ts';
import { TransferQueue } from '../../platform/net/transfers/transfer-queue.ts';
import type { RemoteFetch } from '../fetch/index.ts';
import { retryPauseMs } from '../public-nodes/index.ts';

export interface BoughtCoversOptions {
  /** The collections that lack a cover. */
  collections: {
    wantedCovers(): Buffer[];
    isWanted(cover: Buffer): boolean;
    showCover(cover: Buffer): Promise<void>;
    forgetCover(cover: Buffer): Promise<void>;
  };
  /** The bought files. */
  items: { wantedCovers(): Buffer[] };
  pictures: {
    isStored(sha256: Buffer): boolean;
    isBlocked(sha256: Buffer): boolean;
    /** Returns whether a stored file may be shown as a cover. */
    isCover(sha256: Buffer): Promise<boolean>;
    /** Keeps a fetched picture out of the owner's lists. */
    hide(sha256: Buffer): Promise<void>;
    /** Protects a copy from eviction. */
    pin(sha256: Buffer): Promise<void>;
  };
  /** Fetches only files that are small enough, because the sellers chose them. */
  fetch: Pick<RemoteFetch, 'fetch' | 'isFast'>;
  isPaused: () => boolean;
  /** Returns whether this replica fetches for all; always true without replicas. */
  isLeading?: () => boolean;
  logger: Logger;
  /** Milliseconds until the next attempt, by the number of failures in a row. */
  pauseMs?: (failures: number) => number;
}

/** Time in milliseconds after which a fetch must be fast. */
const fastAfterMs = 30_000;

/** Fetches the covers of bought files and collections, which are complete without them. */
export class BoughtCovers {
  readonly #options: BoughtCoversOptions;
  readonly #queue: TransferQueue;
  #hasStarted = false;

  constructor(options: BoughtCoversOptions) {
    this.#options = options;
    const { logger, isPaused, pauseMs = retryPauseMs } = options;
    this.#queue = new TransferQueue({
      laneOf: (cover) => ({ key: cover, kind: 'transfer', isSecondary: true }),
      work: (cover, signal) => this.#fetch(Buffer.from(cover, 'hex'), signal),
      // A slow seller must not delay the covers of others.
      isSlow: (cover, ms) => ms > fastAfterMs && !options.fetch.isFast(Buffer.from(cover, 'hex')),
      onFailure: (_, error, failures) => {
        if (!(error instanceof NodeError)) logger.error({ err: error }, 'a cover could not be fetched');
        // Any node may claim that a file is too large, so no failure of a fetch is final.
        return pauseMs(failures);
      },
      isPaused,
      logger,
      onChange: () => {},
    });
  }

  /** Resumes the transfers of an earlier run. */
  start(): void {
    this.#startMissing();
    this.#hasStarted = true;
  }

  /** Fetches the covers of new purchases, also during a background pause. */
  purchasesChanged(): void {
    this.#startMissing();
  }

  /** Reacts to the start or end of a background pause. */
  wake(): void {
    this.#queue.wake();
  }

  /** Aborts all transfers, and resolves when none is running; the next start of the node resumes them. */
  async stop(): Promise<void> {
    await this.#queue.stop();
  }

  #startMissing(): void {
    const { collections, items, isLeading = () => true } = this.#options;
    if (!isLeading()) return;
    const missing = [
      ...new Set(
        [...collections.wantedCovers(), ...items.wantedCovers()].map((cover) => cover.toString('hex')),
      ),
    ].filter((id) => this.#queue.stateOf(id) === undefined);
    if (missing.length === 0) return;
    this.#queue.batch(() => {
      for (const id of missing) this.#queue.start(id, this.#hasStarted);
    });
  }

  async #fetch(cover: Buffer, signal: AbortSignal): Promise<void> {
    const { collections, items, pictures, fetch } = this.#options;
    const isOfItem = items.wantedCovers().some((wanted) => wanted.equals(cover));
    // The owner may have chosen another cover, or removed the collection.
    const isWanted = () => isOfItem || collections.isWanted(cover);
    if (!isWanted()) return;
    if (pictures.isBlocked(cover)) return collections.forgetCover(cover);
    if (!pictures.isStored(cover)) {
      await fetch.fetch(cover, { priority: 'foreground', isRetry: true, signal });
      await pictures.hide(cover);
    }
    const isCover = await pictures.isCover(cover);
    if (!pictures.isStored(cover)) throw new NodeError('content_not_found', 'content.coverNotStored');
    if (!isCover) return collections.forgetCover(cover);
    if (!isWanted()) return;
    await pictures.pin(cover);
    if (collections.isWanted(cover)) await collections.showCover(cover);
  }
}
