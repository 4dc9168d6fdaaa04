import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { KeyedMutex } from '../../../core/concurrency/keyed-mutex.ts';
import { TaskTracker } from '../../../core/concurrency/task-tracker.ts';
import { hashKey } from '../../../core/hash-key.ts';
import { NodeError } from '../../../core/node-error.ts';
import type { BlobStore } from '../store/blob-store.ts';
import type { DiskReclaimer } from '../store/disk-space.ts';

/** A blob is copied when it is read again within this number of other reads. */
const memory = 512;
/** No copy takes more than this part of the limit. */
const largestPart = 1 / 8;

export interface LocalCopiesOptions {
  /** Limit for all copies, in bytes. */
  limit: number;
  local: Pick<BlobStore, 'delete' | 'verify'>;
  /** Returns whether the blob of a copy is in the bucket. Other files are never removed for their space. */
  isInBucket: (sha256: Buffer) => boolean;
  /** Aborted when the store closes. */
  signal: AbortSignal;
  onError: (error: unknown) => void;
}

/** Limits the local files of blobs that are in the bucket, too; the least recently used go first. */
export class LocalCopies implements DiskReclaimer {
  readonly #options: LocalCopiesOptions;
  readonly #copies: LRUCache<string, { sha256: Buffer; size: number }>;
  readonly #read = new LRUCache<string, true>({ max: memory });
  readonly #turns = new KeyedMutex();
  readonly #removing = new TaskTracker();

  constructor(options: LocalCopiesOptions) {
    this.#options = options;
    this.#copies = new LRUCache({
      maxSize: Math.max(1, options.limit),
      sizeCalculation: ({ size }) => Math.max(1, size),
      disposeAfter: ({ sha256 }, _key, reason) => {
        if (reason === 'evict') this.#removeFile(sha256);
      },
    });
  }

  get freeable(): number {
    return this.#copies.calculatedSize;
  }

  /** Returns whether there is a copy, and notes that it is used. */
  has(sha256: Uint8Array): boolean {
    return this.#copies.get(hashKey(sha256)) !== undefined;
  }

  /** Keeps an existing file as a copy, or removes it after a time when it is larger than the limit. */
  keep(sha256: Buffer, size: number, removeAfterMs = 0): void {
    const { limit, signal } = this.#options;
    if (size <= limit) {
      this.#copies.set(hashKey(sha256), { sha256, size });
      return;
    }
    // When the store closes first, the next start removes the file.
    const removal = delay(removeAfterMs, undefined, { signal, ref: false });
    removal.then(
      () => this.#removeFile(sha256),
      () => {},
    );
  }

  /** Forgets a copy whose file is replaced. */
  forget(sha256: Uint8Array): void {
    this.#copies.delete(hashKey(sha256));
  }

  /** Removes a copy with its file; returns whether there was a file. */
  remove(sha256: Uint8Array): Promise<boolean> {
    this.forget(sha256);
    return this.#options.local.delete(sha256);
  }

  /** Removes a copy that is damaged. */
  dropDamaged(sha256: Buffer): Promise<void> {
    return this.inTurn(sha256, async () => {
      if (this.has(sha256) && !(await this.#options.local.verify(sha256)).ok) await this.remove(sha256);
    });
  }

  /** Serialises adding and removing the file of a blob. */
  inTurn<T>(sha256: Uint8Array, task: () => Promise<T>): Promise<T> {
    return this.#turns.run(hashKey(sha256), task);
  }

  /** Returns whether a copy of this size leaves space for others. */
  fits(size: number): boolean {
    return size <= this.#options.limit * largestPart;
  }

  /** Notes a read from the bucket; returns whether a copy of the blob is worth its space. */
  isWorthCopying(sha256: Uint8Array, size: number): boolean {
    const key = hashKey(sha256);
    const again = this.#read.has(key);
    this.#read.set(key, true);
    return again && this.fits(size);
  }

  /** Removes copies of this many bytes, and returns how many were freed. */
  async freeDisk(bytes: number): Promise<number> {
    const before = this.freeable;
    const enough = Math.max(0, before - bytes);
    while (this.freeable > enough) this.#copies.pop();
    await this.settled();
    return before - enough;
  }

  /** Resolves when no file is being removed. */
  settled(): Promise<void> {
    return this.#removing.settled();
  }

  #removeFile(sha256: Buffer): void {
    const removal = this.inTurn(sha256, async () => {
      const { local, isInBucket } = this.#options;
      // It may have been stored again or lost its segments meanwhile.
      if (!this.has(sha256) && isInBucket(sha256)) await local.delete(sha256);
    });
    void this.#removing.add(removal).catch(this.#options.onError);
  }
}

/** Returns a function that rethrows other errors than these. */
const unless =
  (...codes: string[]) =>
  (error: unknown): undefined => {
    if (!(error instanceof NodeError && codes.includes(error.code))) throw error;
  };
/** Ignores that a local copy is lost or damaged. */
export const unlessLost = unless('content_not_found', 'content_damaged');
/** Ignores that the disk is too full for a copy. */
export const unlessFull = unless('insufficient_storage');
