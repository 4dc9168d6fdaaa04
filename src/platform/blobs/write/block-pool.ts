/** Bytes transferred to the worker at once; an upload that fits into one block is stored without the worker. */
export const transferSize = 128 * 1024;

/** Maximum number of blocks of all uploads together, except that each may always hold one. */
const sharedBlocks = 32;

/** Reuses memory for uploads, distributed evenly: at most 4 MiB, and 128 KiB for each upload beyond 32. */
export class BlockPool {
  readonly #free: ArrayBuffer[] = [];
  #shares = 0;

  /** Creates the share of one upload. */
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

  removeShare(): void {
    this.#shares -= 1;
  }
}

/** The blocks of the pool that one upload holds. */
export class BlockShare {
  readonly #pool: BlockPool;
  #held = 0;
  #returned: (() => void) | undefined;

  constructor(pool: BlockPool) {
    this.#pool = pool;
  }

  /** Returns a block of `transferSize` bytes with any content, or undefined while the upload holds its maximum. */
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

  /** Resolves the wait for a block even if none was returned. */
  wake(): void {
    this.#returned?.();
  }

  /** Resolves when the next block is returned. */
  returned(): Promise<void> {
    return new Promise((resolve) => {
      this.#returned = resolve;
    });
  }

  close(): void {
    this.#pool.removeShare();
  }
}
