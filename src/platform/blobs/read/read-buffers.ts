import { blockSize } from '../store/blob-types.ts';

/** Buffers of a block's size that may be in use at once: 24 MiB. */
const mostBuffers = 48;
/** Unused ones that are kept. */
const keptBuffers = 12;

/** Reused memory for sending large blobs. */
export class ReadBuffers {
  readonly #free: Buffer[] = [];
  #inUse = 0;

  /** So many buffers of `blockSize`, or none while too many are in use. */
  take(count: number): Buffer[] | undefined {
    if (this.#inUse + count > mostBuffers) return undefined;
    this.#inUse += count;
    return Array.from({ length: count }, () => this.#free.pop() ?? Buffer.allocUnsafeSlow(blockSize));
  }

  /** @param reusable false when something may still read from them: then they are left to the garbage collector */
  give(buffers: Buffer[], reusable: boolean): void {
    this.#inUse -= buffers.length;
    if (reusable) this.#free.push(...buffers.slice(0, keptBuffers - this.#free.length));
  }
}
