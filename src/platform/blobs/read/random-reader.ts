import { closeSync } from 'node:fs';
import { freeAtOnce } from '../../../core/bytes/free-memory.ts';
import type { BlobReader } from '../store/blob-store.ts';
import { blockSize, type StoredBlob, type Verified } from '../store/blob-types.ts';
import { lengthOfBlock } from './block-check.ts';
import { BlockReader } from './block-reader.ts';

/** Reads parts of an open file, one call at a time. */
export class RandomReader implements BlobReader {
  readonly #fd: number;
  readonly #blob: StoredBlob;
  readonly #blocks: BlockReader;
  /** Buffer of the block that was verified last. */
  readonly #blockBuffer: Buffer | undefined;
  #blockIndex = -1;
  #output = Buffer.alloc(0);
  #reading: Promise<unknown> = Promise.resolve();

  /** @param fd is closed by `close` */
  constructor(fd: number, blob: StoredBlob, verified: Verified) {
    this.#fd = fd;
    this.#blob = blob;
    this.#blocks = new BlockReader(fd, blob);
    if (verified === 'verified') this.#blockBuffer = Buffer.allocUnsafeSlow(blockSize);
  }

  read(position: number, length: number): Promise<Buffer> {
    const reading = this.#read(position, length);
    this.#reading = reading.catch(() => {});
    return reading;
  }

  async close(): Promise<void> {
    await this.#reading;
    freeAtOnce(this.#output);
    // Closing a file that was only read does not block, and the thread pool would take longer.
    closeSync(this.#fd);
  }

  async #read(position: number, length: number): Promise<Buffer> {
    const end = Math.min(this.#blob.size, position + length);
    const wanted = Math.max(0, end - position);
    if (this.#output.length < wanted) {
      freeAtOnce(this.#output);
      this.#output = Buffer.allocUnsafeSlow(wanted);
    }
    if (!this.#blockBuffer) return this.#blocks.piece(position, wanted, this.#output);
    for (let at = position; at < end; ) {
      const index = Math.floor(at / blockSize);
      const base = index * blockSize;
      const block = await this.#block(index, this.#blockBuffer);
      at += block.copy(this.#output, at - position, at - base, end - base);
    }
    return this.#output.subarray(0, wanted);
  }

  async #block(index: number, held: Buffer): Promise<Buffer> {
    if (index !== this.#blockIndex) {
      this.#blockIndex = -1;
      this.#blocks.check(index, await this.#blocks.read(index, held));
      this.#blockIndex = index;
    }
    return held.subarray(0, lengthOfBlock(this.#blob, index));
  }
}
