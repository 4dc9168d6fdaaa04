import { setMaxListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Running } from '../../core/concurrency/task-tracker.ts';
import { contentIdOf } from '../../core/content-id.ts';
import type { Logger } from '../../core/log/logger.ts';
import { NodeError } from '../../core/node-error.ts';
import type { Fetcher, Shelf } from './subscription-fetcher.ts';

export interface BringCopyOptions {
  fetcher: Fetcher;
  shelf: Pick<Shelf, 'sizes'> & {
    isBlocked(sha256: Buffer): boolean;
    /** Keeps a copy for good; others are left as they are. */
    pin(sha256: Buffer): void;
  };
  logger: Logger;
}

/** Brings single contents from other nodes, because a person wants them. */
export class BringCopy {
  readonly #options: BringCopyOptions;
  readonly #running = new Running();
  readonly #stopping = new AbortController();

  constructor(options: BringCopyOptions) {
    this.#options = options;
    // Each content on its way listens, and there may be more than the ten that Node 20 warns about.
    setMaxListeners(0, this.#stopping.signal);
  }

  /**
   * Begins to fetch a content, and pins it when it is here; how that goes is seen among the transfers.
   * @returns whether it is here already
   * @throws NodeError `blocked`, `too_busy`
   */
  async bring(
    sha256: Buffer,
    { pinned }: { pinned: boolean },
  ): Promise<{ contentId: string; stored: boolean }> {
    const { shelf, fetcher, logger } = this.#options;
    const contentId = contentIdOf(sha256);
    if (shelf.isBlocked(sha256)) {
      throw new NodeError('blocked', 'This content is blocked on this node. Unblock it first.');
    }
    if (this.#isHere(sha256)) {
      if (pinned) shelf.pin(sha256);
      return { contentId, stored: true };
    }
    let refusal: NodeError | undefined;
    const fetching = fetcher
      .fetch(sha256, { priority: 'asked', signal: this.#stopping.signal, showsFailure: true })
      .then(() => {
        if (pinned && this.#isHere(sha256)) shelf.pin(sha256);
      })
      .catch((error: unknown) => {
        if (error instanceof NodeError && error.code === 'too_busy') refusal = error;
        else logger.info({ err: error, content_id: contentId }, 'a content could not be brought');
      });
    this.#running.add(fetching);
    // A fetch that can't even be waited for is refused at once.
    await setImmediate();
    if (refusal) throw refusal;
    return { contentId, stored: this.#isHere(sha256) };
  }

  /** Breaks off what is under way and resolves when nothing is. Final. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running.settled();
  }

  #isHere(sha256: Buffer): boolean {
    return this.#options.shelf.sizes([sha256])[0] !== undefined;
  }
}
