import { LRUCache } from 'lru-cache';
import { hashKey } from '../../../core/hash-key.ts';

const cacheSize = 8 * 1024 * 1024;
/** A blob is cached when it is requested again within this number of other requests. */
const memory = 512;

/** Caches verified bytes of small, frequently requested blobs. They cannot change, only be deleted. */
export class SmallBlobCache {
  readonly #cache = new LRUCache<string, Buffer>({
    maxSize: cacheSize,
    sizeCalculation: (bytes) => bytes.length + 256,
  });
  readonly #askedFor = new LRUCache<string, true>({ max: memory });

  get(sha256: Uint8Array): Buffer | undefined {
    return this.#cache.get(hashKey(sha256));
  }

  /** Caches bytes that are requested often; returns whether they belong to the cache now. */
  offer(sha256: Uint8Array, bytes: Buffer): boolean {
    const key = hashKey(sha256);
    if (this.#askedFor.has(key)) this.#cache.set(key, bytes);
    else this.#askedFor.set(key, true);
    return this.#cache.has(key);
  }

  delete(sha256: Uint8Array): void {
    this.#cache.delete(hashKey(sha256));
  }
}
