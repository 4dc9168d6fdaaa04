import { crc32 } from 'node:zlib';
import { blockSize, type StoredBlob } from '../store/blob-types.ts';
import { damaged } from '../store/disk-errors.ts';
import { readFully } from '../store/files.ts';
import { checkBlock, checkParts, lengthOfBlock } from './block-check.ts';

/** Reads the blocks of an open file and detects damaged ones. */
export class BlockReader {
  readonly #fd: number;
  readonly #blob: StoredBlob;

  constructor(fd: number, blob: StoredBlob) {
    this.#fd = fd;
    this.#blob = blob;
  }

  /** Reads one block, which fits into `into`, without verifying it. */
  read(index: number, into: Buffer): Promise<Buffer> {
    return this.piece(index * blockSize, lengthOfBlock(this.#blob, index), into);
  }

  /** Reads `length` bytes, or as many as fit into `into`; fewer only when the file is too short. */
  async piece(position: number, length: number, into: Buffer): Promise<Buffer> {
    const part = into.subarray(0, length);
    return part.subarray(0, await readFully(this.#fd, part, position));
  }

  /** @throws NodeError `content_damaged` */
  check(index: number, block: Uint8Array): void {
    checkBlock(this.#blob, index, block);
  }

  /** Reads and verifies a block with the memory of a piece; throws NodeError `content_damaged`. */
  async checkInPieces(index: number, piece: Buffer): Promise<void> {
    const length = lengthOfBlock(this.#blob, index);
    let done = 0;
    let checksum = 0;
    while (done < length) {
      const part = await this.piece(index * blockSize + done, length - done, piece);
      if (part.length === 0) throw damaged();
      checksum = crc32(part, checksum);
      done += part.length;
    }
    checkParts(this.#blob, index, done, checksum);
  }
}
