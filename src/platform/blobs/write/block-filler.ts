import { freeAtOnce } from '../../../core/bytes/free-memory.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import type { PartOptions } from '../store/blob-types.ts';
import type { SpaceClaim } from '../store/disk-space.ts';
import type { WorkerFile } from '../worker/worker-file.ts';

/** An upload of up to this size is stored without the worker. */
const firstBlockLength = 128 * 1024;
/** Memory for an upload whose announced size is small. */
const minBlockLength = 4096;

export interface BlockTarget {
  /** The file that receives the blocks, once it exists. */
  readonly file: Pick<WorkerFile, 'failure' | 'takeBlock' | 'drained'> | undefined;
  /** Takes a block of memory that begins with `length` bytes of the input; calls back when they are written. */
  send(block: ArrayBuffer, length: number, onWritten: () => void): void;
}

type ArrivalClaim = Pick<SpaceClaim, 'cover' | 'sent' | 'written' | 'close'>;
/** A part, or a whole blob that starts at 0. */
type Limits = Pick<PartOptions, 'maxBytes' | 'onProgress' | 'sizeHint'> & { start?: number };

/** Copies arriving bytes into blocks, within limits, and waits while the worker has its limit of blocks. */
export class BlockFiller {
  readonly #target: BlockTarget;
  readonly #claim: ArrivalClaim;
  readonly #limits: Limits;
  /** Bytes given to `append`. */
  arrived = 0;
  #block: ArrayBuffer | undefined;
  #filled = 0;
  #isEnded = false;

  constructor(target: BlockTarget, claim: ArrivalClaim, limits: Limits) {
    this.#target = target;
    this.#claim = claim;
    this.#limits = limits;
  }

  /** Returns the bytes not sent yet, in memory of the filler. */
  get rest(): Buffer {
    return this.#block ? Buffer.from(this.#block, 0, this.#filled) : Buffer.alloc(0);
  }

  /**
   * Takes the next bytes; their memory may be reused, because waiting bytes are copied once.
   * @throws NodeError `payload_too_large`, `insufficient_storage`, and what `onProgress` throws
   */
  append(chunk: Uint8Array): Promise<void> | undefined {
    const { start = 0, maxBytes, onProgress } = this.#limits;
    this.arrived += chunk.length;
    if (start + this.arrived > maxBytes) throw tooLarge(maxBytes);
    onProgress?.(start + this.arrived);
    const claiming = this.#claim.cover(this.arrived);
    if (claiming) return this.#appendAfter(claiming, chunk);
    const rest = this.#fill(chunk);
    return rest.length > 0 ? this.#appendAfter(this.#target.file?.drained(), rest) : undefined;
  }

  async #appendAfter(event: Promise<void> | undefined, chunk: Uint8Array): Promise<void> {
    const copy = Buffer.from(chunk);
    await event;
    for (let rest = this.#fill(copy); rest.length > 0; rest = this.#fill(rest)) {
      await this.#target.file?.drained();
    }
    freeAtOnce(copy);
  }

  /** Takes no more bytes, drops those waiting for a block, and sends the rest. */
  end(): void {
    this.#isEnded = true;
    this.#send();
  }

  /** Takes and sends no more bytes, and releases unwritten space. */
  close(): void {
    this.#isEnded = true;
    if (this.#block) freeAtOnce(Buffer.from(this.#block));
    this.#block = undefined;
    this.#claim.close();
  }

  /** @returns the bytes without a block */
  #fill(chunk: Uint8Array): Uint8Array {
    let rest = chunk;
    while (rest.length > 0 && !this.#isEnded) {
      if (this.#target.file?.failure) throw this.#target.file.failure;
      if (this.#filled === this.#block?.byteLength) this.#send();
      this.#block ??= this.#newBlock();
      if (!this.#block) return rest;
      const part = rest.subarray(0, this.#block.byteLength - this.#filled);
      new Uint8Array(this.#block).set(part, this.#filled);
      this.#filled += part.length;
      rest = rest.subarray(part.length);
    }
    return rest.subarray(rest.length);
  }

  #newBlock(): ArrayBuffer | undefined {
    const { file } = this.#target;
    const { sizeHint = firstBlockLength } = this.#limits;
    if (file) return file.takeBlock();
    const length = Math.min(Math.max(sizeHint, minBlockLength), firstBlockLength);
    // Not zeroed, because only its filled bytes are used.
    return Buffer.allocUnsafeSlow(length).buffer;
  }

  #send(): void {
    if (!this.#block) return;
    const length = this.#filled;
    this.#claim.sent(length);
    this.#target.send(this.#block, length, () => this.#claim.written(length));
    this.#block = undefined;
    this.#filled = 0;
  }
}

export const tooLarge = (maxBytes: number): NodeError =>
  new NodeError('payload_too_large', message('storage.tooLarge', { max: maxBytes }));
