/** Bytes that travel to the worker at once; what fits into one such block is stored without the worker. */
export const transferSize = 128 * 1024;

/** Blocks that all uploads together hold, except that each may always hold one. */
const sharedBlocks = 32;

/** Reused memory for uploads, shared out evenly: at most 4 MiB, and 128 KiB for each upload beyond 32. */
export class BlockPool {
  readonly #free: ArrayBuffer[] = [];
  #shares = 0;

  /** The blocks of one upload. */
  newShare(): BlockShare {
    this.#shares += 1;
    return new BlockShare(this);
  }

  get blocksPerShare(): number {
    return Math.max(1, Math.floor(sharedBlocks / this.#shares));
  }

  take(): ArrayBuffer {
    return this.#free.pop() ?? new ArrayBuffer(transferSize);
  }

  give(block: ArrayBuffer): void {
    if (this.#free.length < sharedBlocks) this.#free.push(block);
  }

  leave(): void {
    this.#shares -= 1;
  }
}

/** What one upload holds of the pool. */
export class BlockShare {
  readonly #pool: BlockPool;
  #held = 0;
  #returned: (() => void) | undefined;

  constructor(pool: BlockPool) {
    this.#pool = pool;
  }

  /** A block of `transferSize` bytes of any content, or undefined while the upload holds all that it may. */
  tryTake(): ArrayBuffer | undefined {
    if (this.#held >= this.#pool.blocksPerShare) return undefined;
    this.#held += 1;
    return this.#pool.take();
  }

  give(block: ArrayBuffer): void {
    this.#held -= 1;
    this.#pool.give(block);
    this.wake();
  }

  /** Resolves the wait for a block, though none may have come back. */
  wake(): void {
    this.#returned?.();
  }

  /** Resolves when the next block comes back. */
  returned(): Promise<void> {
    return new Promise((resolve) => {
      this.#returned = resolve;
    });
  }

  close(): void {
    this.#pool.leave();
  }
}
