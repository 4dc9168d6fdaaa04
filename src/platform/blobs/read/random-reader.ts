import { closeSync } from 'node:fs';
import { freeAtOnce } from '../../../core/bytes/free-memory.ts';
import type { BlobReader } from '../store/blob-store.ts';
import { blockSize, type StoredBlob, type Verified } from '../store/blob-types.ts';
import { lengthOfBlock } from '../store/checksums.ts';
import { BlockReader } from './block-reader.ts';

/** Reads parts of an open file, one call at a time. */
export class RandomReader implements BlobReader {
  readonly #fd: number;
  readonly #blob: StoredBlob;
  readonly #blocks: BlockReader;
  /** Buffer of the block that was verified last. */
  readonly #held: Buffer | undefined;
  #heldIndex = -1;
  #given = Buffer.alloc(0);
  #reading: Promise<unknown> = Promise.resolve();

  /** @param fd is closed by `close` */
  constructor(fd: number, blob: StoredBlob, verified: Verified) {
    this.#fd = fd;
    this.#blob = blob;
    this.#blocks = new BlockReader(fd, blob);
    if (verified === 'verified') this.#held = Buffer.allocUnsafeSlow(blockSize);
  }

  read(position: number, length: number): Promise<Buffer> {
    const reading = this.#read(position, length);
    this.#reading = reading.catch(() => {});
    return reading;
  }

  async close(): Promise<void> {
    await this.#reading;
    freeAtOnce(this.#given);
    // Closing a file that was only read does not block, and the thread pool would take longer.
    closeSync(this.#fd);
  }

  async #read(position: number, length: number): Promise<Buffer> {
    const end = Math.min(this.#blob.size, position + length);
    const wanted = Math.max(0, end - position);
    if (this.#given.length < wanted) {
      freeAtOnce(this.#given);
      this.#given = Buffer.allocUnsafeSlow(wanted);
    }
    if (!this.#held) return this.#blocks.piece(position, wanted, this.#given);
    for (let at = position; at < end; ) {
      const index = Math.floor(at / blockSize);
      const base = index * blockSize;
      const block = await this.#block(index, this.#held);
      at += block.copy(this.#given, at - position, at - base, end - base);
    }
    return this.#given.subarray(0, wanted);
  }

  async #block(index: number, held: Buffer): Promise<Buffer> {
    if (index !== this.#heldIndex) {
      this.#heldIndex = -1;
      this.#blocks.check(index, await this.#blocks.read(index, held));
      this.#heldIndex = index;
    }
    return held.subarray(0, lengthOfBlock(this.#blob, index));
  }
}
