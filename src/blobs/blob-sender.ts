import type { Writable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { type ByteRange, blockSize, type StoredBlob } from './blob-types.ts';
import { BlockReader } from './block-reader.ts';
import { asReadError } from './disk-errors.ts';
import { closeFile, openFile } from './files.ts';
import { Output } from './output.ts';
import { ReadBuffers } from './read-buffers.ts';
import { buffersForSending, sendBlocks, sendPieces } from './send-blocks.ts';

/** Blobs up to this size are read whole and may be kept in memory. */
const smallSize = 64 * 1024;
const cacheSize = 8 * 1024 * 1024;

/** Sends stored blobs, checked; see `DiskBlobStore.sendTo`. */
export class BlobSender {
  readonly #buffers = new ReadBuffers();
  /** Checked bytes by hash: they can't change, only be deleted. */
  readonly #small = new LRUCache<string, Buffer>({
    maxSize: cacheSize,
    sizeCalculation: (bytes) => bytes.length + 256,
  });

  async send(out: Writable, path: string, blob: StoredBlob, range: ByteRange): Promise<void> {
    try {
      if (blob.size > smallSize) await this.#sendLarge(out, path, blob, range);
      else out.end((await this.#wholeSmall(path, blob)).subarray(range.start, range.end + 1));
    } catch (error) {
      throw asReadError(error);
    }
  }

  /** The blob is deleted. */
  forget(sha256: Uint8Array): void {
    this.#small.delete(cacheKey(sha256));
  }

  async #wholeSmall(path: string, blob: StoredBlob): Promise<Buffer> {
    const key = cacheKey(blob.sha256);
    const known = this.#small.get(key);
    if (known) return known;
    const bytes = await withFile(path, async (fd) => {
      const reader = new BlockReader(fd, blob);
      const block = await reader.read(0, Buffer.allocUnsafeSlow(blob.size));
      if (blob.size > 0) reader.check(0, block);
      return block;
    });
    this.#small.set(key, bytes);
    return bytes;
  }

  async #sendLarge(out: Writable, path: string, blob: StoredBlob, range: ByteRange): Promise<void> {
    const output = new Output(out);
    const blocks = Math.floor(range.end / blockSize) - Math.floor(range.start / blockSize) + 1;
    const buffers = this.#buffers.take(Math.min(blocks, buffersForSending));
    let sent = false;
    try {
      sent = await withFile(path, (fd) => {
        const reader = new BlockReader(fd, blob);
        return buffers ? sendBlocks(reader, output, range, buffers) : sendPieces(reader, output, range);
      });
      if (sent) output.end();
    } catch (error) {
      if (output.begun) output.destroy();
      throw error;
    } finally {
      if (buffers) this.#buffers.give(buffers, sent || !output.begun);
    }
  }
}

const cacheKey = (sha256: Uint8Array): string => Buffer.from(sha256).toString('latin1');

async function withFile<T>(path: string, use: (fd: number) => Promise<T>): Promise<T> {
  const fd = await openFile(path, 'r');
  try {
    return await use(fd);
  } finally {
    await closeFile(fd);
  }
}
