import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { systemCode } from '../store/disk-errors.ts';

/** Disks take memory at multiples of this for reads past the system's cache, and files from such positions. */
const alignment = 512;
/** Every block of memory begins at a multiple of this. */
const step = 16;

/**
 * A file that is read past the system's cache, where the file system allows it: what others read often stays in memory,
 * and it is the disk that is read. It reads in the thread that asks.
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

  /** The piece that begins there; shorter at the end of the file. Its memory is used again. */
  read(position: number): Buffer {
    return this.#into.subarray(0, readSync(this.#fd, this.#into, 0, this.#into.length, position));
  }

  close(): void {
    closeSync(this.#fd);
  }
}

/** Undefined where the file system does not allow it. */
function openDirect(path: string, memory: Buffer, length: number): { fd: number; into: Buffer } | undefined {
  if (!constants.O_DIRECT) return undefined;
  const fd = unlessInvalid(() => openSync(path, constants.O_RDONLY | constants.O_DIRECT));
  if (fd === undefined) return undefined;
  try {
    // Where memory lies can't be asked, only tried.
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
