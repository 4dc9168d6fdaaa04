import type { BlobReader } from '../store/blob-store.ts';
import { blockSize, type StoredBlob } from '../store/blob-types.ts';

/** Reads parts of a blob in the bucket; reading on from block to block continues the same response. */
export class SegmentedReader implements BlobReader {
  readonly #blob: StoredBlob;
  readonly #open: (first: number) => AsyncGenerator<Buffer>;
  readonly #onClose: () => void;
  #blocks: AsyncGenerator<Buffer> | undefined;
  /** The block that was read last. */
  #lastBlock = Buffer.alloc(0);
  #lastIndex = -1;
  #reading: Promise<unknown> = Promise.resolve();

  /** @param open reads and verifies the blocks from one on */
  constructor(blob: StoredBlob, open: (first: number) => AsyncGenerator<Buffer>, onClose: () => void) {
    this.#blob = blob;
    this.#open = open;
    this.#onClose = onClose;
  }

  read(position: number, length: number): Promise<Buffer> {
    const reading = this.#read(position, length);
    this.#reading = reading.catch(() => {});
    return reading;
  }

  async close(): Promise<void> {
    await this.#reading;
    await this.#blocks?.return(undefined);
    this.#lastBlock = Buffer.alloc(0);
    this.#onClose();
  }

  async #read(position: number, length: number): Promise<Buffer> {
    const end = Math.min(this.#blob.size, position + length);
    const given = Buffer.allocUnsafeSlow(Math.max(0, end - position));
    for (let at = position; at < end; ) {
      const index = Math.floor(at / blockSize);
      const base = index * blockSize;
      const block = await this.#block(index);
      at += block.copy(given, at - position, at - base, end - base);
    }
    return given;
  }

  async #block(index: number): Promise<Buffer> {
    if (index === this.#lastIndex) return this.#lastBlock;
    const isNext = this.#blocks !== undefined && index === this.#lastIndex + 1;
    if (!isNext) {
      await this.#blocks?.return(undefined);
      this.#blocks = this.#open(index);
    }
    this.#lastIndex = -1;
    const next = await this.#blocks?.next().catch((error: unknown) => {
      this.#blocks = undefined;
      throw error;
    });
    this.#lastBlock = next?.value ?? Buffer.alloc(0);
    this.#lastIndex = index;
    return this.#lastBlock;
  }
}
