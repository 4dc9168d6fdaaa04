import { ownerId } from '../../../core/caller.ts';
import type { Clock } from '../../../core/clock.ts';
import { Throttle } from '../../../core/concurrency/throttle.ts';
import { hashKey } from '../../../core/hash-key.ts';
import { NodeError } from '../../../core/node-error.ts';
import type { Catalogue } from '../catalogue.ts';
import type { UnusedPictureRepository } from './unused-picture-repository.ts';

export interface UnusedPicturesOptions {
  rows: Pick<UnusedPictureRepository, 'find' | 'isUnused' | 'forget' | 'isSaleOpen' | 'orderedAt'>;
  catalogue: Pick<Catalogue, 'removeOwner'>;
  clock: Clock;
  onError: (error: unknown) => void;
}

/** Time in which the owner may order the sale that a picture was made for, in milliseconds. */
const holdMs = 24 * 60 * 60_000;

/** Deletes covers and previews that were made for a sale after the sold file was deleted, unless something uses them. */
export class UnusedPictures {
  readonly #options: UnusedPicturesOptions;
  /** Times at which pictures were made for a sale, by hash. */
  readonly #madeAt = new Map<string, number>();
  readonly #sweep = new Throttle(() => {
    this.#sweeping = this.#sweeping.then(() => this.#deleteAll()).catch(this.#options.onError);
  }, 1000);
  #sweeping: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: UnusedPicturesOptions) {
    this.#options = options;
  }

  /** Keeps a picture that the owner has just made for a sale until the next sale is ordered, at most for a day. */
  hold(sha256: Buffer): void {
    this.#madeAt.set(hashKey(sha256), this.#options.clock());
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
    const { rows, catalogue, clock } = this.#options;
    if (this.#isStopped) return;
    const heldSince = Math.max(rows.orderedAt(), clock() - holdMs);
    for (const [key, madeAt] of this.#madeAt) if (madeAt <= heldSince) this.#madeAt.delete(key);
    const { used, unused } = rows.find();
    // At once, because a file that is deleted below notes its pictures again.
    for (const sha256 of used) await rows.forget(sha256);
    for (const sha256 of unused) {
      // The end of the sale removes a file, which starts this again.
      if (rows.isSaleOpen()) return;
      // Stays noted until a file is removed later.
      if (this.#madeAt.has(hashKey(sha256))) continue;
      const mayGo = () => rows.isUnused(sha256) && !rows.isSaleOpen();
      await catalogue.removeOwner(sha256, ownerId, mayGo).catch((error: unknown) => {
        if (!(error instanceof NodeError && error.code === 'content_not_found')) throw error;
      });
      // Only now, so that a crash leaves none behind.
      if (rows.isSaleOpen()) return;
      await rows.forget(sha256);
    }
  }
}
