import type { Clock } from '../../core/clock.ts';
import type { BlobStore } from '../../platform/blobs/store/blob-store.ts';
import type { ContentRepository, Damage } from '../content/index.ts';
import type { StoreCheckRepository } from './repository/store-check-repository.ts';

/** A content whose bytes are wrong. */
export interface DamagedContent {
  sha256: Buffer;
  problem: Damage;
}

export interface StoreVerifierOptions {
  contents: Pick<ContentRepository, 'get' | 'hasBytes' | 'totals'>;
  rows: Pick<StoreCheckRepository, 'page' | 'recordIntact'>;
  blobs: Pick<BlobStore, 'verify' | 'removeOrphans'>;
  /** Inspects a content whose bytes are wrong, and returns its damage. */
  inspect: (sha256: Buffer) => Promise<Damage | undefined>;
  clock: Clock;
}

export interface VerifyOptions {
  /** Ends the check when aborted, even in the middle of a file. */
  signal?: AbortSignal;
  onProgress?: (progress: { verified: number; contents: number }) => void;
}

const pageSize = 256;

/** Compares the rows of the store with its files. */
export class StoreVerifier {
  readonly #options: StoreVerifierOptions;

  constructor(options: StoreVerifierOptions) {
    this.#options = options;
  }

  /** Hashes all stored files again; returns the number of checked contents, and the damage. */
  async verify({
    signal,
    onProgress,
  }: VerifyOptions = {}): Promise<{ verified: number; damaged: DamagedContent[] }> {
    const { contents, rows, clock } = this.#options;
    const damaged: DamagedContent[] = [];
    let verified = 0;
    let after = Buffer.alloc(0);
    const report = () => onProgress?.({ verified, contents: contents.totals().contents });
    report();
    for (;;) {
      const page = rows.page(after, pageSize);
      const last = page.at(-1);
      if (!last) return { verified, damaged };
      after = Buffer.from(last.sha256);
      const intact: { sha256: Buffer; at: number }[] = [];
      for (const { sha256 } of page) {
        const problem = await this.#problemOf(sha256, signal);
        if (contents.get(sha256)) {
          verified += 1;
          if (problem) damaged.push({ sha256, problem });
          else intact.push({ sha256, at: clock() });
        }
        report();
      }
      await rows.recordIntact(intact);
    }
  }

  /** Removes files without a row, which a crash left, until `signal` is aborted. */
  removeOrphans(signal?: AbortSignal): Promise<number> {
    const { blobs, contents } = this.#options;
    return blobs.removeOrphans((hashes) => hashes.map((sha256) => contents.hasBytes(sha256)), signal);
  }

  async #problemOf(sha256: Buffer, signal: AbortSignal | undefined): Promise<Damage | undefined> {
    signal?.throwIfAborted();
    const { ok } = await this.#options.blobs.verify(sha256, { signal });
    return ok ? undefined : this.#options.inspect(sha256);
  }
}
