import { constants, fstatSync } from 'node:fs';
import { alignedMemory, diskAlignment } from '../store/aligned-memory.ts';
import { closeFile, openFile, readOnce } from '../store/files.ts';
import { systemCode } from '../store/system-code.ts';

/** Reads a file past the system's cache if possible, because the scrub must read the disk. */
export class DirectFile {
  readonly size: number;
  readonly #fd: number;
  readonly #into: Buffer;

  private constructor(fd: number, into: Buffer) {
    this.size = fstatSync(fd).size;
    this.#fd = fd;
    this.#into = into;
  }

  /** @param length bytes of a piece, a multiple of 4096 */
  static async open(path: string, length: number): Promise<DirectFile> {
    const into = Buffer.from(alignedMemory(length));
    return new DirectFile((await openDirect(path, into)) ?? (await openFile(path, 'r')), into);
  }

  /** Returns the piece at a position; it is shorter at the end of the file. Its memory is reused. */
  async read(position: number): Promise<Buffer> {
    const { bytesRead } = await readOnce(this.#fd, this.#into, 0, this.#into.length, position);
    return this.#into.subarray(0, bytesRead);
  }

  close(): Promise<void> {
    return closeFile(this.#fd);
  }
}

/** Returns undefined if the file system does not support direct I/O, which some report only at the first read. */
async function openDirect(path: string, into: Buffer): Promise<number | undefined> {
  if (!constants.O_DIRECT) return undefined;
  let fd: number | undefined;
  try {
    fd = await openFile(path, constants.O_RDONLY | constants.O_DIRECT);
    await readOnce(fd, into, 0, diskAlignment, 0);
    return fd;
  } catch (error) {
    if (fd !== undefined) await closeFile(fd);
    if (systemCode(error) !== 'EINVAL') throw error;
    return undefined;
  }
}
