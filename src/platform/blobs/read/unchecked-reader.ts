import type { StoredBlob } from '../store/blob-types.ts';
import { closeFile, readFully } from '../store/files.ts';
import { freeAtOnce } from '../store/free-memory.ts';

/** Reads parts of an open file, one call at a time, without verifying them; the caller authenticates them. */
export class UncheckedReader {
  readonly #fd: number;
  readonly #size: number;
  #given = Buffer.alloc(0);
  #reading: Promise<unknown> = Promise.resolve();

  /** @param fd is closed by `close` */
  constructor(fd: number, { size }: StoredBlob) {
    this.#fd = fd;
    this.#size = size;
  }

  /** @returns up to `length` bytes from the position; their memory is reused by the next call and freed by `close` */
  read(position: number, length: number): Promise<Buffer> {
    const reading = this.#read(position, Math.max(0, Math.min(this.#size - position, length)));
    this.#reading = reading.catch(() => {});
    return reading;
  }

  /** Closes the file after the read in progress. */
  async close(): Promise<void> {
    await this.#reading;
    freeAtOnce(this.#given);
    await closeFile(this.#fd);
  }

  async #read(position: number, length: number): Promise<Buffer> {
    if (this.#given.length < length) {
      freeAtOnce(this.#given);
      this.#given = Buffer.allocUnsafeSlow(length);
    }
    const part = this.#given.subarray(0, length);
    return part.subarray(0, await readFully(this.#fd, part, position));
  }
}
