import { setMaxListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { TaskTracker } from '../../core/concurrency/task-tracker.ts';
import { contentIdOf } from '../../core/content-id.ts';
import type { Logger } from '../../core/log/logger.ts';
import { NodeError } from '../../core/node-error.ts';
import type { ContentFetcher, SubscribedCopies } from './subscription-fetcher.ts';

export interface CopyFetcherOptions {
  fetcher: ContentFetcher;
  copyStore: Pick<SubscribedCopies, 'sizes'> & {
    isBlocked(sha256: Buffer): boolean;
    /** Pins a copy; ignores contents that are no copies. */
    pin(sha256: Buffer): Promise<void>;
  };
  logger: Logger;
}

/** Fetches single contents from other nodes for the owner. */
export class CopyFetcher {
  readonly #options: CopyFetcherOptions;
  readonly #running = new TaskTracker();
  readonly #stopping = new AbortController();

  constructor(options: CopyFetcherOptions) {
    this.#options = options;
    // Prevents a warning of Node.js: each running transfer adds a listener, and more than ten may run.
    setMaxListeners(0, this.#stopping.signal);
  }

  /**
   * Starts to fetch a content, and pins it when it is stored; the transfers show its progress.
   * @returns whether the content is stored already
   * @throws NodeError `blocked`, `too_busy`
   */
  async fetch(
    sha256: Buffer,
    { pinned }: { pinned: boolean },
  ): Promise<{ contentId: string; stored: boolean }> {
    const { copyStore, fetcher, logger } = this.#options;
    const contentId = contentIdOf(sha256);
    if (copyStore.isBlocked(sha256)) throw new NodeError('blocked', 'discovery.blocked');
    if (this.#isHere(sha256)) {
      if (pinned) await copyStore.pin(sha256);
      return { contentId, stored: true };
    }
    let refusal: NodeError | undefined;
    const fetching = fetcher
      .fetch(sha256, { priority: 'foreground', signal: this.#stopping.signal, showsFailure: true })
      .then(async () => {
        if (pinned && this.#isHere(sha256)) await copyStore.pin(sha256);
      })
      .catch((error: unknown) => {
        if (error instanceof NodeError && error.code === 'too_busy') refusal = error;
        else logger.info({ err: error, content_id: contentId }, 'a content could not be fetched');
      });
    this.#running.add(fetching);
    // A full queue refuses a fetch at once, and the caller gets that error.
    await setImmediate();
    if (refusal) throw refusal;
    return { contentId, stored: this.#isHere(sha256) };
  }

  /** Aborts all fetches, and resolves when none is running. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running.settled();
  }

  #isHere(sha256: Buffer): boolean {
    return this.#options.copyStore.sizes([sha256])[0] !== undefined;
  }
}
