import { freeAtOnce } from '../store/free-memory.ts';
import { type BlockShare, transferSize } from './block-pool.ts';

/** Receives full blocks. */
export interface BlockTarget {
  /** Error that prevents further blocks, if any. */
  readonly failure: Error | undefined;
  /** Takes a block of memory that begins with `length` bytes of the input. */
  send(block: ArrayBuffer, length: number): void;
}

/** Copies arriving bytes into blocks of `transferSize`. */
export class BlockFiller {
  readonly #share: BlockShare;
  readonly #target: BlockTarget;
  #block: ArrayBuffer | undefined;
  #filled = 0;
  #over = false;

  constructor(share: BlockShare, target: BlockTarget) {
    this.#share = share;
    this.#target = target;
  }

  /** Returns the bytes not sent yet, in memory of the share. */
  get rest(): Buffer {
    return this.#block ? Buffer.from(this.#block, 0, this.#filled) : Buffer.alloc(0);
  }

  /** Takes the next bytes; their memory may be reused, because waiting bytes are copied once. */
  append(chunk: Uint8Array): Promise<void> | undefined {
    const rest = this.#fill(chunk);
    return rest.length > 0 ? this.appendAfter(this.#share.returned(), rest) : undefined;
  }

  async appendAfter(event: Promise<void>, chunk: Uint8Array): Promise<void> {
    const copy = Buffer.from(chunk);
    await event;
    for (let rest = this.#fill(copy); rest.length > 0; rest = this.#fill(rest)) await this.#share.returned();
    freeAtOnce(copy);
  }

  /** Takes no more bytes, drops those waiting for a block, and sends the rest. */
  end(): void {
    this.#over = true;
    this.#send();
  }

  /** Takes and sends no more bytes. */
  close(): void {
    this.#over = true;
    if (this.#block) this.#share.give(this.#block);
    this.#block = undefined;
    this.#share.close();
  }

  /** @returns the bytes without a block */
  #fill(chunk: Uint8Array): Uint8Array {
    let rest = chunk;
    while (rest.length > 0 && !this.#over) {
      if (this.#target.failure) throw this.#target.failure;
      if (this.#filled === transferSize) this.#send();
      this.#block ??= this.#share.tryTake();
      if (!this.#block) return rest;
      const part = rest.subarray(0, transferSize - this.#filled);
      new Uint8Array(this.#block).set(part, this.#filled);
      this.#filled += part.length;
      rest = rest.subarray(part.length);
    }
    return rest.subarray(rest.length);
  }

  #send(): void {
    if (!this.#block) return;
    this.#target.send(this.#block, this.#filled);
    this.#block = undefined;
    this.#filled = 0;
  }
}
