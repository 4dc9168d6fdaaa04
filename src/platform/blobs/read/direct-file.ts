import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { systemCode } from '../store/disk-errors.ts';

/** Direct I/O requires memory addresses and file positions at multiples of this. */
const alignment = 512;
/** Buffers are allocated at multiples of this. */
const step = 16;

/**
 * Reads a file past the system's cache, where the file system supports it: frequently read files stay in memory, but
 * the scrub must read the disk. Reads in the calling thread.
 */
export class DirectFile {
  readonly size: number;
  readonly #fd: number;
  readonly #into: Buffer;

  /** @param length bytes of a piece, a multiple of 512 */
  constructor(path: string, length: number) {
    const memory = Buffer.allocUnsafeSlow(length + alignment);
    const direct = openDirect(path, memory, length);
    this.#fd = direct?.fd ?? openSync(path, 'r');
    this.#into = direct?.into ?? memory.subarray(0, length);
    this.size = fstatSync(this.#fd).size;
  }

  /** Returns the piece at a position; it is shorter at the end of the file. Its memory is reused. */
  read(position: number): Buffer {
    return this.#into.subarray(0, readSync(this.#fd, this.#into, 0, this.#into.length, position));
  }

  close(): void {
    closeSync(this.#fd);
  }
}

/** Returns undefined if the file system does not support direct I/O. */
function openDirect(path: string, memory: Buffer, length: number): { fd: number; into: Buffer } | undefined {
  if (!constants.O_DIRECT) return undefined;
  const fd = unlessInvalid(() => openSync(path, constants.O_RDONLY | constants.O_DIRECT));
  if (fd === undefined) return undefined;
  try {
    // The address of a buffer is not available, so each alignment is tried.
    for (let start = 0; start < alignment; start += step) {
      const into = memory.subarray(start, start + length);
      if (unlessInvalid(() => readSync(fd, into, 0, length, 0)) !== undefined) return { fd, into };
    }
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  closeSync(fd);
  return undefined;
}

function unlessInvalid(call: () => number): number | undefined {
  try {
    return call();
  } catch (error) {
    if (systemCode(error) === 'EINVAL') return undefined;
    throw error;
  }
}
