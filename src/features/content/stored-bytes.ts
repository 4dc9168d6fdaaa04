import type { Writable } from 'node:stream';
import type { ByteRange } from '../../core/bytes/byte-range.ts';
import { networkId } from '../../core/caller.ts';
import { NodeError } from '../../core/node-error.ts';
import type { BlobStore } from '../../platform/blobs/store/blob-store.ts';
import type { Verified } from '../../platform/blobs/store/blob-types.ts';
import { asReadError } from '../../platform/blobs/store/disk-errors.ts';
import type { Content } from './content-cache.ts';
import type { CopyReads } from './content-ports.ts';

/** Reads parts of an open content, one call at a time. */
export interface ContentReader {
  /** Size in bytes. */
  size: number;
  /**
   * Returns up to `length` bytes from `position`; the next call overwrites them.
   * @throws NodeError `content_damaged`
   */
  read(position: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface StoredBytesOptions {
  blobs: Pick<BlobStore, 'sendTo' | 'reader'>;
  uses: CopyReads;
  isStored: (sha256: Buffer) => boolean;
  /** Called when requested bytes are damaged or missing. */
  onDamage: (sha256: Buffer) => void;
}

/** Reads the bytes of stored contents, and reports those that are damaged or missing. */
export class StoredBytes {
  readonly #options: StoredBytesOptions;

  constructor(options: StoredBytesOptions) {
    this.#options = options;
  }

  /** Sends bytes and ends `out`; see `Catalogue.sendTo`. */
  async sendTo(out: Writable, content: Content, range?: ByteRange): Promise<void> {
    const ended = this.#begin(content);
    try {
      await this.#options.blobs.sendTo(out, content, range);
    } catch (error) {
      throw this.#asProblem(content, error);
    } finally {
      ended?.();
    }
  }

  async reader(content: Content, verified: Verified): Promise<ContentReader> {
    const rethrow = (error: unknown) => Promise.reject(this.#asProblem(content, asReadError(error)));
    const file = await this.#options.blobs.reader(content, verified).catch(rethrow);
    const ended = this.#begin(content);
    return {
      size: content.size,
      read: (position, length) => file.read(position, length).catch(rethrow),
      close: () => {
        ended?.();
        return file.close();
      },
    };
  }

  #begin(content: Content): (() => void) | undefined {
    return content.uploadedBy === networkId ? this.#options.uses.begin(content) : undefined;
  }

  /** Returns the problem of a failed read, and reports damaged or missing bytes. */
  #asProblem({ sha256 }: Content, error: unknown): unknown {
    const code = error instanceof NodeError ? error.code : undefined;
    const isMissing = code === 'content_not_found' && this.#options.isStored(sha256);
    if (isMissing || code === 'content_damaged') this.#options.onDamage(sha256);
    if (!isMissing) return error;
    return new NodeError('content_damaged', 'storage.fileMissing', { cause: error });
  }
}
