import { blockSize } from '../store/blob-types.ts';

/** Maximum number of block buffers in use: 24 MiB. */
const maxBuffers = 48;
/** Number of unused buffers that are kept. */
const keptBuffers = 12;

/** Reuses memory for sending large blobs. */
export class ReadBuffers {
  readonly #free: Buffer[] = [];
  #inUse = 0;

  /** Returns `count` buffers of `blockSize`, or undefined while too many are in use. */
  take(count: number): Buffer[] | undefined {
    if (this.#inUse + count > maxBuffers) return undefined;
    this.#inUse += count;
    return Array.from({ length: count }, () => this.#free.pop() ?? Buffer.allocUnsafeSlow(blockSize));
  }

  /**
   * @param reusable false if something may still read from the buffers, which are then left to the garbage collector
   */
  give(buffers: Buffer[], reusable: boolean): void {
    this.#inUse -= buffers.length;
    if (reusable) this.#free.push(...buffers.slice(0, keptBuffers - this.#free.length));
  }
}
