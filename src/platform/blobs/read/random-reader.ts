import { blockSize, type StoredBlob } from '../store/blob-types.ts';
import { lengthOfBlock } from '../store/checksums.ts';
import { closeFile } from '../store/files.ts';
import { BlockReader } from './block-reader.ts';

/** Reads parts of an open file, one call at a time, and verifies each block before it returns any byte of it. */
export class RandomReader {
  readonly #fd: number;
  readonly #blob: StoredBlob;
  readonly #blocks: BlockReader;
  /** The block that was read last. */
  readonly #held = Buffer.allocUnsafeSlow(blockSize);
  #heldIndex = -1;
  #given = Buffer.alloc(0);
  #reading: Promise<unknown> = Promise.resolve();

  /** @param fd is closed by `close` */
  constructor(fd: number, blob: StoredBlob) {
    this.#fd = fd;
    this.#blob = blob;
    this.#blocks = new BlockReader(fd, blob);
  }

  /**
   * @returns up to `length` bytes from the position; the next call reuses their memory
   * @throws NodeError `content_damaged`
   */
  read(position: number, length: number): Promise<Buffer> {
    const reading = this.#read(position, length);
    this.#reading = reading.catch(() => {});
    return reading;
  }

  /** Closes the file after the read in progress. */
  async close(): Promise<void> {
    await this.#reading;
    await closeFile(this.#fd);
  }

  async #read(position: number, length: number): Promise<Buffer> {
    const end = Math.min(this.#blob.size, position + length);
    const wanted = Math.max(0, end - position);
    if (this.#given.length < wanted) this.#given = Buffer.allocUnsafeSlow(wanted);
    for (let at = position; at < end; ) {
      const index = Math.floor(at / blockSize);
      const base = index * blockSize;
      const block = await this.#block(index);
      at += block.copy(this.#given, at - position, at - base, end - base);
    }
    return this.#given.subarray(0, wanted);
  }

  async #block(index: number): Promise<Buffer> {
    if (index !== this.#heldIndex) {
      this.#heldIndex = -1;
      this.#blocks.check(index, await this.#blocks.read(index, this.#held));
      this.#heldIndex = index;
    }
    return this.#held.subarray(0, lengthOfBlock(this.#blob, index));
  }
}
