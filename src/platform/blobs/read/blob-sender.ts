import { closeSync } from 'node:fs';
import type { Writable } from 'node:stream';
import type { ByteRange } from '../../../core/bytes/byte-range.ts';
import { freeAtOnce } from '../../../core/bytes/free-memory.ts';
import { blockSize, type StoredBlob } from '../store/blob-types.ts';
import { checkBlock } from './block-check.ts';
import { BlockReader } from './block-reader.ts';
import type { FileOpener } from './file-opener.ts';
import { Output } from './output.ts';
import { ReadBuffers } from './read-buffers.ts';
import { buffersForSending, sendBlocks, sendPieces } from './send-blocks.ts';
import { SmallBlobCache } from './small-blob-cache.ts';

/** Blobs up to this size are read whole and sent in one write. */
const smallSize = 64 * 1024;

/** Sends stored blobs and verifies every block; see `DiskBlobStore.sendTo`. Fails with `ENOENT` without a file. */
export class BlobSender {
  readonly #buffers = new ReadBuffers();
  readonly #files: FileOpener;
  readonly #cache = new SmallBlobCache();

  constructor(files: FileOpener) {
    this.#files = files;
  }

  send(out: Writable, path: string, blob: StoredBlob, range: ByteRange): Promise<void> {
    return (blob.size > smallSize ? this.#sendLarge : this.#sendSmall).call(this, out, path, blob, range);
  }

  /** Drops the cached bytes of a deleted blob. */
  forget(sha256: Uint8Array): void {
    this.#cache.delete(sha256);
  }

  async #sendSmall(out: Writable, path: string, blob: StoredBlob, range: ByteRange): Promise<void> {
    const cached = this.#cache.get(blob.sha256);
    const bytes = cached ?? (await this.#files.read(path, blob.size));
    if (!cached) checkBlock(blob, 0, bytes);
    const kept = cached !== undefined || this.#cache.offer(blob.sha256, bytes);
    out.end(bytes.subarray(range.start, range.end + 1), kept ? undefined : () => freeAtOnce(bytes));
  }

  async #sendLarge(out: Writable, path: string, blob: StoredBlob, range: ByteRange): Promise<void> {
    const output = new Output(out);
    const blocks = Math.floor(range.end / blockSize) - Math.floor(range.start / blockSize) + 1;
    const buffers = this.#buffers.take(Math.min(blocks, buffersForSending));
    let sent = false;
    try {
      const fd = await this.#files.open(path);
      try {
        const reader = new BlockReader(fd, blob);
        sent = await (buffers
          ? sendBlocks(reader, output, range, buffers)
          : sendPieces(reader, output, range));
      } finally {
        // Closing a file that was only read does not block, and the thread pool would take longer.
        closeSync(fd);
      }
      if (sent) output.end();
    } catch (error) {
      if (output.begun) output.destroy();
      throw error;
    } finally {
      if (buffers) this.#buffers.give(buffers, sent || !output.begun);
    }
  }
}
