import { ownerId } from '../../../core/caller.ts';
import { Throttle } from '../../../core/concurrency/throttle.ts';
import { NodeError } from '../../../core/node-error.ts';
import type { Catalogue } from '../catalogue.ts';
import type { UnusedPictureRepository } from './unused-picture-repository.ts';

export interface UnusedPicturesOptions {
  rows: Pick<UnusedPictureRepository, 'find' | 'forget' | 'isSaleOpen'>;
  catalogue: Pick<Catalogue, 'removeOwner'>;
  onError: (error: unknown) => void;
}

/** Deletes covers and previews that were made for a sale after the sold file was deleted, unless something uses them. */
export class UnusedPictures {
  readonly #options: UnusedPicturesOptions;
  readonly #sweep = new Throttle(() => {
    this.#sweeping = this.#sweeping.then(() => this.#deleteAll()).catch(this.#options.onError);
  }, 1000);
  #sweeping: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: UnusedPicturesOptions) {
    this.#options = options;
  }

  /** Deletes what is unused now; repeated calls are joined. */
  contentRemoved(): void {
    if (!this.#isStopped) this.#sweep.request();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#sweep.stop();
    await this.#sweeping;
  }

  async #deleteAll(): Promise<void> {
    const { rows, catalogue } = this.#options;
    if (this.#isStopped) return;
    const { used, unused } = rows.find();
    // At once, because a file that is deleted below notes its pictures again.
    for (const sha256 of used) rows.forget(sha256);
    for (const sha256 of unused) {
      // The end of the sale removes a file, which starts this again.
      if (rows.isSaleOpen()) return;
      await catalogue.removeOwner(sha256, ownerId).catch((error: unknown) => {
        if (!(error instanceof NodeError && error.code === 'content_not_found')) throw error;
      });
      // Only now, so that a crash leaves none behind.
      rows.forget(sha256);
    }
  }
}
