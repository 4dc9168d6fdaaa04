import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { WrongBytesError } from '../../../core/bytes/wrong-bytes.ts';
import { contentIdOf } from '../../../core/content-id.ts';
import { hashKey } from '../../../core/hash-key.ts';
import { coverImageOf } from '../../../core/image/cover-image.ts';

/** A picture from another node that may be shown as a cover. */
export interface FetchedCover {
  /** Detected from the bytes. */
  type: string;
  bytes: Buffer;
}

interface CoverCacheOptions {
  /** Returns whether this node neither stores a file nor refuses it. */
  mayFetch: (sha256: Buffer) => boolean;
  /** Called when a cover was added. */
  onStored: () => void;
}

/** Limit of all covers together, in bytes. */
const maxBytes = 64 * 1024 * 1024;

/** Keeps covers from other nodes in memory, so that looking at a list adds no files to the library. */
export class CoverCache {
  readonly #options: CoverCacheOptions;
  readonly #covers = new LRUCache<string, FetchedCover>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
  });
  /** Files that may not be shown; entries stay valid, because the bytes of a hash never change. */
  readonly #refused = new LRUCache<string, true>({ max: 10_000 });

  constructor(options: CoverCacheOptions) {
    this.#options = options;
  }

  has(sha256: Buffer): boolean {
    return this.#covers.has(hashKey(sha256));
  }

  find(sha256: Buffer): FetchedCover | undefined {
    return this.#options.mayFetch(sha256) ? this.#covers.get(hashKey(sha256)) : undefined;
  }

  /** Returns the path of a cover on the dashboard's origin; null: it was not fetched. */
  pathOf(sha256: Buffer): string | null {
    return this.has(sha256) && this.#options.mayFetch(sha256) ? `/covers/${contentIdOf(sha256)}` : null;
  }

  /** Returns whether a cover should be fetched. */
  readonly isWanted = (sha256: Buffer): boolean =>
    !this.has(sha256) && !this.#refused.has(hashKey(sha256)) && this.#options.mayFetch(sha256);

  /**
   * Adds a cover once its hash is verified; a file that may not be shown is remembered as refused.
   * @param source has at most the bytes that the fetch allows @throws WrongBytesError
   */
  async receive(sha256: Buffer, source: AsyncIterable<Uint8Array>): Promise<void> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of source) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    if (!createHash('sha256').update(bytes).digest().equals(sha256)) throw new WrongBytesError();
    const image = coverImageOf(bytes);
    if (typeof image === 'string') this.#refused.set(hashKey(sha256), true);
    else this.#covers.set(hashKey(sha256), { type: image.type, bytes });
    this.#options.onStored();
  }
}
