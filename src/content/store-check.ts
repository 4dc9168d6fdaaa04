import type { DiskBlobStore } from '../blobs/disk-store.ts';
import type { ContentRepository } from '../db/contents.ts';

/** Something wrong with what is stored. */
export interface Damage {
  sha256: Buffer;
  problem: 'missing' | 'damaged';
}

/** Compares rows and bytes. */
export class StoreCheck {
  readonly #contents: Pick<ContentRepository, 'get' | 'hashesAfter'>;
  readonly #blobs: Pick<DiskBlobStore, 'verify' | 'removeOrphans'>;

  constructor(
    contents: Pick<ContentRepository, 'get' | 'hashesAfter'>,
    blobs: Pick<DiskBlobStore, 'verify' | 'removeOrphans'>,
  ) {
    this.#contents = contents;
    this.#blobs = blobs;
  }

  /**
   * Hashes everything stored again.
   * @returns how many contents were looked at, and what is wrong
   */
  async verify(signal?: AbortSignal): Promise<{ verified: number; damaged: Damage[] }> {
    const damaged: Damage[] = [];
    let verified = 0;
    let after = Buffer.alloc(0);
    for (;;) {
      const hashes = this.#contents.hashesAfter(after, 256);
      const last = hashes.at(-1);
      if (!last) return { verified, damaged };
      after = Buffer.from(last);
      for (const sha256 of hashes) {
        signal?.throwIfAborted();
        const { ok, actual } = await this.#blobs.verify(sha256);
        if (this.#contents.get(sha256)) {
          verified += 1;
          if (!ok) damaged.push({ sha256, problem: actual ? 'damaged' : 'missing' });
        }
      }
    }
  }

  /** Removes files without a row, left by a crash between the two. */
  removeOrphans(): Promise<number> {
    return this.#blobs.removeOrphans((hashes) =>
      hashes.map((sha256) => this.#contents.get(sha256) !== undefined),
    );
  }
}
