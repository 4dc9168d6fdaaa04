import { crc32 } from 'node:zlib';
import { blockSize, type StoredBlob } from './blob-types.ts';
import { checksumOf } from './checksums.ts';
import { damaged } from './disk-errors.ts';
import { readFully } from './files.ts';

/** Reads the blocks of an open file and tells damaged ones. */
export class BlockReader {
  readonly #fd: number;
  readonly #blob: StoredBlob;

  constructor(fd: number, blob: StoredBlob) {
    this.#fd = fd;
    this.#blob = blob;
  }

  /** Reads one whole block, unchecked. @param into at least as large as the block */
  read(index: number, into: Buffer): Promise<Buffer> {
    return this.piece(index * blockSize, this.#length(index), into);
  }

  /** Reads `length` bytes, or as many as fit into `into`; fewer only where the file ends too early. */
  async piece(position: number, length: number, into: Buffer): Promise<Buffer> {
    const part = into.subarray(0, length);
    return part.subarray(0, await readFully(this.#fd, part, position));
  }

  /** @throws NodeError `content_damaged` */
  check(index: number, block: Uint8Array): void {
    this.#compare(index, block.length, crc32(block));
  }

  /**
   * Reads and checks a block in pieces, with little memory.
   * @throws NodeError `content_damaged`
   */
  async checkInPieces(index: number, piece: Buffer): Promise<void> {
    const end = index * blockSize + this.#length(index);
    let position = index * blockSize;
    let checksum = 0;
    while (position < end) {
      const part = await this.piece(position, end - position, piece);
      if (part.length === 0) throw damaged();
      checksum = crc32(part, checksum);
      position += part.length;
    }
    this.#compare(index, this.#length(index), checksum);
  }

  #length(index: number): number {
    return Math.min(blockSize, this.#blob.size - index * blockSize);
  }

  #compare(index: number, length: number, checksum: number): void {
    if (length !== this.#length(index) || checksum !== checksumOf(this.#blob.checksums, index)) {
      throw damaged();
    }
  }
}
